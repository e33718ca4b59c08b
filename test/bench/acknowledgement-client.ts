/**
 * Many recordings at once, in a process of its own so that it does not slow the server: `<port>
 * <token,…> <seconds> <ehr id…>`, with the tokens in turns. Each sends a frame of 100 ms every
 * 100 ms, as browsers do, spread over time. Prints what it saw as one line of JSON.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChannelClient, connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'

export interface ClientReport {
  /** From sending a frame to its acknowledgement, in ms. */
  latenciesMs: number[]
  recordings: number
  complete: number
}

const FRAME_MS = 100
const [port = '', given = '', seconds = '10', ...ehrIds] = process.argv.slice(2)
const tokens = given.split(',')
const sound = noise(16_000 * Number(seconds), 5)
const frames = framesOf(sound)
const digest = sha256(sound)

const results = await Promise.all(
  ehrIds.map((ehrId, i) =>
    record(ehrId, tokens[i % tokens.length] as string, (i * FRAME_MS) / ehrIds.length),
  ),
)
const report: ClientReport = {
  latenciesMs: results.flatMap(({ latenciesMs }) => latenciesMs),
  recordings: ehrIds.length,
  complete: results.filter(({ complete }) => complete).length,
}
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit(0)

async function record(ehrId: string, token: string, delayMs: number) {
  const client = await connectChannel(`ws://127.0.0.1:${port}`)
  client.send({ type: 'hello', ehr_id: ehrId, token })
  await client.next('welcome')
  const recording_id = randomUUID()
  client.send({ type: 'recording.start', recording_id, channels: 1 })
  await client.next('recording.ready')
  const sentAtMs: number[] = []
  const latenciesMs = watchAcknowledgements(client, sentAtMs)
  const startMs = performance.now() + delayMs
  for (const [i, frame] of frames.entries()) {
    await sleep(Math.max(0, startMs + i * FRAME_MS - performance.now()))
    sentAtMs.push(performance.now())
    client.sendFrame(frame)
  }
  const claim = {
    channel: 0,
    last_sequence: frames.length - 1,
    samples: sound.length,
    sha256: digest,
  }
  client.send({ type: 'recording.finish', recording_id, channels: [claim] })
  const { complete } = await client.next('recording.statement')
  return { latenciesMs, complete: complete && latenciesMs.length === frames.length }
}

function watchAcknowledgements({ socket }: ChannelClient, sentAtMs: number[]): number[] {
  const latenciesMs: number[] = []
  socket.on('message', (data) => {
    const now = performance.now()
    const message = JSON.parse(String(data)) as { type: string; next_sequence: number }
    if (message.type !== 'recording.ack') return
    while (latenciesMs.length < message.next_sequence)
      latenciesMs.push(now - sentAtMs[latenciesMs.length]!)
  })
  return latenciesMs
}
