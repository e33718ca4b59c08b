/**
 * Telemedicine, whole: the doctor's microphone and the patient's side go over the real channel of
 * the real product as two channels of one recording, taking turns and speaking over each other.
 * Each comes out as what it is, live and final.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import type { Segment, TranscriptBody } from '../../core/contract/api.ts'
import { type Appliance, startAppliance } from '../helpers/appliance.ts'
import { type ChannelClient, connectChannel } from '../helpers/recording-client.ts'
import { framesOf, sha256 } from '../helpers/recording-sound.ts'
import {
  compiledRuntime,
  demoModel,
  SCRIPT,
  speechSamples,
  until,
  words,
} from '../helpers/speech.ts'

const HZ = 16_000
const SAMPLES_PER_FRAME = 4000
/** Ten times as fast as life. */
const FRAME_EVERY_MS = 25
const SIDES = ['mic', 'remote'] as const
const SAID = {
  mic: `${SCRIPT['fala-1']} ${SCRIPT['fala-3']}`,
  remote: `${SCRIPT['fala-2']} ${SCRIPT['fala-4']}`,
}
const SPEAKERS = { mic: 'doctor', remote: 'patient' } as const

test('two sides of a conversation are distinguished, live and final, by channel and by speaker', async (t) => {
  t.timeout(600_000)
  if (!(await compiledRuntime(t))) return
  const { sides, answerAtMs, samples } = conversation()
  const appliance = await startAppliance(t, {
    SVC_GENERATOR: 'rules',
    SVC_SPEECH_MODEL: (await demoModel()).path,
  })
  const token = await appliance.token()
  const ehrId = await openConsultation(appliance, token)
  const client = await connectChannel(appliance.url.replace('http', 'ws'))
  t.teardown(() => client.socket.terminate())
  client.send({ type: 'hello', ehr_id: ehrId, token })
  await client.next('welcome')

  const recordingId = randomUUID()
  client.send({ type: 'recording.start', recording_id: recordingId, channels: 2 })
  await client.next('recording.ready')
  await stream(client, sides)
  // Both sides are on the screen before the recording ends.
  const live = await until(() => {
    const told = liveSegments(client)
    return SIDES.every((side) => told.some(({ channel }) => channel === side)) ? told : null
  })
  t.true(live.every(({ final }) => !final))
  assertSpeakers(t, live)

  client.send({
    type: 'recording.finish',
    recording_id: recordingId,
    channels: sides.map((sound, channel) => ({
      channel,
      last_sequence: Math.ceil(samples / SAMPLES_PER_FRAME) - 1,
      samples,
      sha256: sha256(sound),
    })),
  })
  const statement = await client.next('recording.statement')
  t.true(statement.complete)
  t.deepEqual(
    statement.channels,
    sides.map((sound, channel) => ({
      channel,
      held_samples: samples,
      held_ms: Math.floor(samples / 16),
      gaps: [],
      sha256: sha256(sound),
      matches: true,
      lost_ms: 0,
    })),
  )

  const { transcriptions } = await finalText(appliance, token, ehrId)
  t.true(transcriptions.every(({ final }) => final))
  assertSpeakers(t, transcriptions)
  for (const side of SIDES) t.is(saidBy(side, transcriptions), words(SAID[side]))
  t.deepEqual(
    transcriptions.map(({ sequence }) => sequence),
    transcriptions.map((_, i) => i),
  )
  const starts = transcriptions.map(({ start_ms }) => start_ms)
  t.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  )
  // The patient's answer stands after the question, where it was given.
  const answer = transcriptions.find(({ channel }) => channel === 'remote')
  t.true(Math.abs((answer?.start_ms ?? 0) - answerAtMs) < 1000, `${answer?.start_ms}`)

  // What the channel told, and tells whoever comes now, is the same.
  t.deepEqual(await until(() => finallyTold(client)), transcriptions)
  const later = await connectChannel(appliance.url.replace('http', 'ws'))
  t.teardown(() => later.socket.terminate())
  later.send({ type: 'hello', ehr_id: ehrId, token })
  t.deepEqual((await later.next('welcome')).segments, transcriptions)
})

/** Question and answer in turn, then both at once: the second pair overlaps. */
function conversation() {
  const [question, answer, finding, drugs] = Object.keys(SCRIPT).map(speechSamples) as [
    Int16Array,
    Int16Array,
    Int16Array,
    Int16Array,
  ]
  const answerAt = question.length + HZ / 2
  const findingAt = answerAt + answer.length + HZ / 2
  const drugsAt = findingAt + HZ
  const samples = Math.max(findingAt + finding.length, drugsAt + drugs.length) + HZ / 2
  const mic = new Int16Array(samples)
  mic.set(question, 0)
  mic.set(finding, findingAt)
  const remote = new Int16Array(samples)
  remote.set(answer, answerAt)
  remote.set(drugs, drugsAt)
  return { sides: [mic, remote], answerAtMs: answerAt / 16, samples }
}

/** As the plugin sends: a frame of each side after the other. */
async function stream(client: ChannelClient, sides: Int16Array[]) {
  const frames = sides.map((sound, channel) => framesOf(sound, SAMPLES_PER_FRAME, channel))
  for (const i of frames[0]?.keys() ?? []) {
    for (const side of frames) if (side[i]) client.sendFrame(side[i])
    await sleep(FRAME_EVERY_MS)
  }
}

function liveSegments({ messages }: ChannelClient): Segment[] {
  return messages.flatMap((one) => (one.type === 'transcription.segments' ? one.segments : []))
}

function finallyTold({ messages }: ChannelClient): Segment[] | null {
  const last = messages.findLast((one) => one.type === 'transcription.replaced')
  return last?.type === 'transcription.replaced' && last.segments[0]?.final ? last.segments : null
}

function assertSpeakers(t: ExecutionContext, segments: readonly Segment[]) {
  for (const { channel, speaker, text } of segments) t.is(speaker, SPEAKERS[channel], text)
}

function saidBy(side: Segment['channel'], segments: readonly Segment[]): string {
  const own = segments.filter(({ channel }) => channel === side)
  return words(own.map(({ text }) => text).join(' '))
}

async function openConsultation({ url }: Appliance, token: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/ehrs/by-external-id`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      consultation_id: 'c',
      doctor_id: 'd',
      patient_id: 'p',
      type: 'TELEMEDICINE',
    }),
  })
  return ((await response.json()) as { id: string }).id
}

function finalText({ url }: Appliance, token: string, ehrId: string): Promise<TranscriptBody> {
  return until(async () => {
    const response = await fetch(`${url}/api/v1/ehrs/${ehrId}/transcriptions`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const body = (await response.json()) as TranscriptBody
    return body.finished ? body : null
  })
}
