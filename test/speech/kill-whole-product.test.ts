/**
 * The whole product, killed: sound streams into `svcctl serve`, which dies by SIGKILL at random
 * moments while it records and transcribes, and again while it makes the final text. Nothing may be
 * missing, and nothing may be there twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { TranscriptBody } from '../../core/contract/api.ts'
import { type Appliance, startAppliance } from '../helpers/appliance.ts'
import { type ChannelClient, connectChannel } from '../helpers/recording-client.ts'
import { framesOf, sha256 } from '../helpers/recording-sound.ts'
import { compiledRuntime, demoModel, SCRIPT, speechSamples, words } from '../helpers/speech.ts'

const KILLS_WHILE_RECORDING = 6
const KILLS_AFTER_THE_END = 3
const SAMPLES_PER_FRAME = 4000
/**
 * Ten times as fast as life, so that a kill finds frames on their way and utterances being
 * recognized.
 */
const FRAME_EVERY_MS = 25

test('killed while recording and while transcribing, the product ends with the whole text, once', async (t) => {
  t.timeout(600_000)
  if (!(await compiledRuntime(t))) return
  const sound = speechSamples('conversa')
  const frames = framesOf(sound, SAMPLES_PER_FRAME)
  const appliance = await startAppliance(t, {
    SVC_GENERATOR: 'rules',
    SVC_SPEECH_MODEL: (await demoModel()).path,
  })
  const token = await appliance.token()
  const ehrId = await openConsultation(appliance, token)
  const recordingId = randomUUID()

  let acknowledged = 0
  for (let kill = 0; kill < KILLS_WHILE_RECORDING; kill++) {
    const client = await hello(appliance, token, ehrId)
    const from = await goOn(client, recordingId, kill === 0)
    t.true(from >= acknowledged, 'what was acknowledged is still there')
    const death = sleep(200 + Math.random() * 600).then(() => appliance.kill('SIGKILL'))
    await stream(client, frames, from)
    await death
    await client.closed
    acknowledged = Math.max(acknowledged, highestAcknowledged(client))
    await appliance.restart()
  }

  const client = await hello(appliance, token, ehrId)
  await stream(client, frames, await goOn(client, recordingId, false))
  const digest = sha256(sound)
  client.send({
    type: 'recording.finish',
    recording_id: recordingId,
    channels: [
      { channel: 0, last_sequence: frames.length - 1, samples: sound.length, sha256: digest },
    ],
  })
  const statement = await client.next('recording.statement')
  t.true(statement.complete)
  t.is(statement.channels[0]?.sha256, digest)

  for (let kill = 0; kill < KILLS_AFTER_THE_END; kill++) {
    await sleep(Math.random() * 700)
    await appliance.restart()
  }

  const { transcriptions } = await finalText(appliance, token, ehrId)
  t.true(transcriptions.every(({ final }) => final))
  const said = Object.values(SCRIPT).join(' ')
  t.is(words(transcriptions.map(({ text }) => text).join(' ')), words(said))
})

async function openConsultation({ url }: Appliance, token: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/ehrs/by-external-id`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }),
  })
  return ((await response.json()) as { id: string }).id
}

async function hello({ url }: Appliance, token: string, ehrId: string): Promise<ChannelClient> {
  const client = await connectChannel(url.replace('http', 'ws'))
  client.send({ type: 'hello', ehr_id: ehrId, token })
  await client.next('welcome')
  return client
}

/** @returns the frame the server wants next */
async function goOn(client: ChannelClient, recordingId: string, isFirst: boolean) {
  if (isFirst) client.send({ type: 'recording.start', recording_id: recordingId, channels: 1 })
  else client.send({ type: 'recording.resume', recording_id: recordingId })
  const { channels } = await client.next('recording.ready')
  return channels[0]?.next_sequence ?? 0
}

async function stream(client: ChannelClient, frames: Uint8Array[], from: number) {
  for (const frame of frames.slice(from)) {
    if (client.socket.readyState !== client.socket.OPEN) return
    client.sendFrame(frame)
    await sleep(FRAME_EVERY_MS)
  }
}

function highestAcknowledged({ messages }: ChannelClient): number {
  const positions = messages.map((one) => (one.type === 'recording.ack' ? one.next_sequence : 0))
  return Math.max(0, ...positions)
}

async function finalText({ url }: Appliance, token: string, ehrId: string) {
  for (;;) {
    const response = await fetch(`${url}/api/v1/ehrs/${ehrId}/transcriptions`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const body = (await response.json()) as TranscriptBody
    if (body.finished) return body
    await sleep(300)
  }
}
