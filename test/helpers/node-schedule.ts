/**
 * Random schedules over several servers that share one PostgreSQL: recordings stream, their servers
 * are killed and paused, their clients go to any other, as the plugin does. The same seed gives the
 * same schedule. What must hold: a server never asks for less than was acknowledged, the statement
 * is whole, and the sound is the one that was sent.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordingStatement } from '../../core/contract/channel.ts'
import { type ChannelClient, connectChannel, enterRecording } from './recording-client.ts'
import { framesOf, noise, sha256 } from './recording-sound.ts'
import { callsTo, type ServingNode, type ServingNodes } from './serving-nodes.ts'

export interface ScheduleReport {
  kills: number
  pauses: number
  moves: number
  /** A server wanted less than was acknowledged, or a statement was not whole. Must be empty. */
  broken: string[]
  /** From the loss of a server to the first acknowledgement at another, in ms, in order of size. */
  failoverMs: number[]
  /** From a frame to its acknowledgement, in ms, in order of size. */
  ackMs: number[]
}

export interface ScheduleOptions {
  recordings: number
  /** Frames of 100 ms that each recording sends. */
  frames: number
  /** Between two frames, in ms: 100 is life. */
  everyMs: number
  /** Kills and pauses. */
  events: number
  eventEveryMs: number
  pauseMs: number
  random: () => number
  secret: string
}

export async function runSchedule(
  world: ServingNodes,
  options: ScheduleOptions,
): Promise<ScheduleReport> {
  const { random, secret } = options
  const report: ScheduleReport = {
    kills: 0,
    pauses: 0,
    moves: 0,
    broken: [],
    failoverMs: [],
    ackMs: [],
  }
  const first = callsTo((world.all[0] as ServingNode).url)
  const host = { 'x-svc-token': secret }
  const recordings = await Promise.all(
    Array.from({ length: options.recordings }, async (_, at) => {
      const body = { expiration: 7200, doctor_id: `medico-${at}` }
      const issued = await first('POST', '/integration/session-token/', host, body)
      const token: string = issued.body.access
      const visit = { consultation_id: `visita-${at}`, doctor_id: `medico-${at}`, patient_id: 'p' }
      const headers = { authorization: `Bearer ${token}` }
      const opened = await first('PUT', '/api/v1/ehrs/by-external-id', headers, visit)
      return { token, ehrId: opened.body.id as string, recordingId: randomUUID(), seed: at + 1 }
    }),
  )
  let isOver = false
  const paused = new Set<ServingNode>()
  const streams = Promise.all(
    recordings.map((who) => streamOne(world, who, options, report)),
  ).finally(() => {
    isOver = true
  })
  for (let event = 0; event < options.events && !isOver; event++) {
    await sleep(options.eventEveryMs)
    const up = world.all.filter((node) => node.isServing() && !paused.has(node))
    const hit = up[Math.floor(random() * up.length)]
    if (!hit || up.length < 2) continue
    if (random() < 0.5) {
      report.kills++
      await hit.kill()
      void sleep(1000 + random() * 2000).then(() => hit.start())
    } else {
      report.pauses++
      paused.add(hit)
      hit.pause()
      void sleep(options.pauseMs).then(() => {
        hit.goOn()
        paused.delete(hit)
      })
    }
  }
  await streams
  report.failoverMs.sort((one, other) => one - other)
  report.ackMs.sort((one, other) => one - other)
  return report
}

interface Who {
  token: string
  ehrId: string
  recordingId: string
  seed: number
}

/** A client: keeps what is not acknowledged, goes to another server when one is silent. */
async function streamOne(
  world: ServingNodes,
  who: Who,
  { frames: count, everyMs, random }: ScheduleOptions,
  report: ScheduleReport,
) {
  const sound = noise(count * 1600, who.seed)
  const frames = framesOf(sound)
  const sentAt = new Map<number, number>()
  let acknowledged = 0
  let lostAtMs: number | null = null
  const startedMs = performance.now()
  const spoken = () => Math.min(count, Math.floor((performance.now() - startedMs) / everyMs))

  for (;;) {
    const node = world.all[Math.floor(random() * world.all.length)] as ServingNode
    const entered = await enter(node, who)
    if (!entered) {
      await sleep(50)
      continue
    }
    const { client, from } = entered
    report.moves++
    if (from < acknowledged)
      report.broken.push(`${who.recordingId} ${node.name} wants ${from}, ${acknowledged} are held`)
    let next = from
    let seen = 0
    let heardMs = performance.now()
    let isGone = false
    void client.closed.then(() => {
      isGone = true
    })
    while (!isGone) {
      for (const goal = spoken(); next < goal; next++) {
        sentAt.set(next, performance.now())
        client.sendFrame(frames[next]!)
      }
      for (; seen < client.messages.length; seen++) {
        const one = client.messages[seen]!
        heardMs = performance.now()
        if (one.type === 'recording.gap') next = Math.min(next, one.next_sequence)
        if (one.type !== 'recording.ack') continue
        if (lostAtMs !== null) report.failoverMs.push(heardMs - lostAtMs)
        lostAtMs = null
        const sent = sentAt.get(one.next_sequence - 1)
        if (sent !== undefined) report.ackMs.push(heardMs - sent)
        acknowledged = Math.max(acknowledged, one.next_sequence)
      }
      if (acknowledged >= count) break
      // A server that hangs holds the socket: the client's own patience ends it.
      if (acknowledged < next && performance.now() - heardMs > 1500) break
      await sleep(5)
    }
    if (acknowledged >= count) {
      const claim = { channel: 0, last_sequence: count - 1, samples: sound.length }
      const digest = sha256(sound)
      client.send({
        type: 'recording.finish',
        recording_id: who.recordingId,
        channels: [{ ...claim, sha256: digest }],
      })
      const statement = await Promise.race([
        client.next('recording.statement').catch(() => null),
        sleep(3000).then(() => null),
      ])
      client.socket.terminate()
      if (!statement) continue
      if (!isWhole(statement)) report.broken.push(`${who.recordingId} ${JSON.stringify(statement)}`)
      return
    }
    lostAtMs ??= performance.now()
    client.socket.terminate()
  }
}

function isWhole({ complete, channels }: RecordingStatement): boolean {
  return complete && channels.every(({ matches }) => matches === true)
}

/** Null: it does not answer within a second. */
async function enter(node: ServingNode, who: Who) {
  if (!node.isServing()) return null
  let client: ChannelClient | undefined
  const trying = (async () => {
    client = await connectChannel(node.url.replace('http', 'ws'))
    return { client, from: await enterRecording(client, who) }
  })().catch(() => null)
  const entered = await Promise.race([trying, sleep(1000).then(() => null)])
  if (!entered) client?.socket.terminate()
  return entered
}
