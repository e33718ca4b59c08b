/**
 * The promise under test: sound that was acknowledged survives `kill -9`. A client streams; the
 * server is killed at random moments and started again; the client goes on where the server says,
 * which must never be before what was acknowledged. What it has not got acknowledged it sends
 * again, as the plugin does from IndexedDB.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordingStatement } from '../../core/contract/channel.ts'
import { type ChannelClient, connectChannel, enterRecording } from './recording-client.ts'
import {
  buildRecordingServer,
  type RecordingProcess,
  startRecordingProcess,
} from './recording-process.ts'
import { framesOf, noise, sha256 } from './recording-sound.ts'

export interface KillReport {
  kills: number
  /** How often the server, after a kill, held less than it had acknowledged. Must be 0. */
  broken: number
  /** Frames acknowledged when the server was killed, per kill. */
  acknowledgedAtKill: number[]
  statement: RecordingStatement
  sha256: string
}

export interface KillOptions {
  dataDir: string
  kills: number
  /** Between the (re)start of the stream and the kill, at most. */
  maxAliveMs: number
  random: () => number
}

const SAMPLES_PER_FRAME = 1600

export async function killWhileRecording(options: KillOptions): Promise<KillReport> {
  const { dataDir, kills, maxAliveMs, random } = options
  const sound = noise(16_000 * 600, 7)
  const frames = framesOf(sound, SAMPLES_PER_FRAME)
  const recordingId = randomUUID()
  const acknowledgedAtKill: number[] = []
  let broken = 0
  let acknowledged = 0
  const program = await buildRecordingServer()
  let server = await startRecordingProcess(program, dataDir)
  const { token, ehrIds } = server
  if (!token) throw new Error('the data folder is not new')
  const who = { token, ehrId: ehrIds[0]!, recordingId }

  let end = 0
  for (let kill = 0; kill < kills; kill++) {
    const { client, from } = await resume(server, who)
    if (from < acknowledged) broken++
    const killing = sleep(random() * maxAliveMs).then(() => server.kill())
    // Faster than life, so that every kill finds frames on their way.
    end = Math.min(frames.length, await stream(client, frames, from, killing))
    acknowledged = Math.max(acknowledged, highestAck(client))
    acknowledgedAtKill.push(acknowledged)
    server = await startRecordingProcess(program, dataDir)
  }

  const { client, from } = await resume(server, who)
  if (from < acknowledged) broken++
  for (let i = from; i < end; i++) client.sendFrame(frames[i]!)
  const samples = end * SAMPLES_PER_FRAME
  const digest = sha256(sound.subarray(0, samples))
  const claim = { channel: 0, last_sequence: end - 1, samples, sha256: digest }
  client.send({ type: 'recording.finish', recording_id: recordingId, channels: [claim] })
  const statement = await client.next('recording.statement')
  client.socket.terminate()
  await server.kill()
  await rm(program)
  return { kills, broken, acknowledgedAtKill, statement, sha256: digest }
}

interface Who {
  token: string
  ehrId: string
  recordingId: string
}

/** Connects and asks where to go on; the first time it starts the recording. */
async function resume(server: RecordingProcess, who: Who) {
  const client = await connectChannel(`ws://127.0.0.1:${server.port}`)
  return { client, from: await enterRecording(client, who) }
}

/** Sends until the server is gone. @returns the index after the last frame sent */
async function stream(
  client: ChannelClient,
  frames: Uint8Array[],
  from: number,
  killed: Promise<void>,
): Promise<number> {
  let isOver = false
  void killed.then(() => {
    isOver = true
  })
  let i = from
  while (!isOver && i < frames.length) {
    client.sendFrame(frames[i]!)
    i++
    await sleep(1)
  }
  if (i === frames.length && !isOver) throw new Error('the sound ended before the kill')
  await killed
  await client.closed
  return i
}

function highestAck(client: ChannelClient): number {
  return Math.max(
    0,
    ...client.messages.map((one) => (one.type === 'recording.ack' ? one.next_sequence : 0)),
  )
}
