/**
 * Schedules of faults over several servers that share one PostgreSQL: recordings stream, their
 * servers fail (node-faults.ts), their clients go to any other, as the plugin does, and have a
 * document written at the end. What must hold: a server never asks for less than was acknowledged,
 * the statement is whole, the sound is the one that was sent, and all work comes to its end once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { QueryTypes } from 'sequelize'
import type { RecordingStatement } from '../../core/contract/channel.ts'
import { openDatabase } from '../../models/database/database.ts'
import { type Fault, playFaults, seeded } from './node-faults.ts'
import { type ChannelClient, connectChannel, enterRecording } from './recording-client.ts'
import { framesOf, noise, sha256 } from './recording-sound.ts'
import { callsTo, type ServingNode, type ServingNodes } from './serving-nodes.ts'

export interface ScheduleReport {
  faults: number
  moves: number
  /** What must not be, in words. */
  broken: string[]
  /** From the loss of a server to the first acknowledgement at another, in ms, in order of size. */
  failoverMs: number[]
  /** Which servers were asked where that took longer than is promised. */
  slow: string[]
  /** From a frame to its acknowledgement, in ms, in order of size. */
  ackMs: number[]
}

export interface ScheduleOptions {
  seed: number
  recordings: number
  /** Frames of 100 ms that each recording sends. */
  frames: number
  /** Between two frames, in ms: 100 is life. */
  everyMs: number
  faults: readonly Fault[]
  secret: string
}

/** What is promised of taking a recording over. */
const SLOW_MS = 5000
/** Between two checks, and for each of them. */
const CHECK_MS = 1000
/** Of a document, where every other request takes its time as well. */
const PATIENCE_MS = 8000
/** From the end of all faults until nothing is left to be done. */
const SETTLED_MS = 60_000
/** From the last word of a recording until it has ended, and then until its document is there. */
const ENDED_MS = 180_000

export async function runSchedule(
  world: ServingNodes,
  options: ScheduleOptions,
): Promise<ScheduleReport> {
  const { seed, secret } = options
  const report: ScheduleReport = {
    faults: 0,
    moves: 0,
    broken: [],
    failoverMs: [],
    slow: [],
    ackMs: [],
  }
  const recordings = await Promise.all(
    Array.from({ length: options.recordings }, (_, at) =>
      openVisit(world, `${seed}-${at}`, secret).then((visit) => ({
        ...visit,
        recordingId: randomUUID(),
        seed: seed * 1000 + at,
      })),
    ),
  )
  const balancer = await openBalancer(world.all)
  const playing = playFaults(world, options.faults)
  await Promise.all(
    recordings.map(async (who) => {
      await streamOne(balancer, who, options, report)
      if (!(await writeOne(balancer, who))) report.broken.push(`${who.ehrId} has no document`)
    }),
  )
  report.faults = await playing
  balancer.close()
  report.broken.push(...(await whatIsLeft(world, recordings)))
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

/** With something to write a document from. */
export async function openVisit(world: ServingNodes, name: string, secret: string) {
  const call = callsTo((world.all[0] as ServingNode).url)
  const doctor = { expiration: 7200, doctor_id: `medico-${name}` }
  const host = { 'x-svc-token': secret }
  const issued = await call('POST', '/integration/session-token/', host, doctor)
  const token: string = issued.body.access
  const headers = { authorization: `Bearer ${token}` }
  const ids = { consultation_id: `visita-${name}`, doctor_id: doctor.doctor_id, patient_id: 'p' }
  const opened = await call('PUT', '/api/v1/ehrs/by-external-id', headers, ids)
  const ehrId: string = opened.body.id
  const context = { append_context: 'Queixa: tosse há três dias.' }
  const written = await call('PATCH', `/api/v1/ehrs/${ehrId}`, headers, context)
  if (written.status !== 200) throw new Error(`no visit: ${JSON.stringify([issued, opened])}`)
  return { token, ehrId }
}

interface Balancer {
  /** One of those that answered `/readyz` last, or any where none did. */
  choose(random: () => number): ServingNode
  close(): void
}

/** As the balancers that we have files for: each is asked once a second whether it can work. */
async function openBalancer(nodes: readonly ServingNode[]): Promise<Balancer> {
  let ready = nodes
  async function check() {
    const answers = await Promise.all(
      nodes.map((node) =>
        callsTo(node.url, CHECK_MS)('GET', '/readyz', {}).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    )
    ready = nodes.filter((_, at) => answers[at])
  }
  await check()
  const timer = setInterval(() => void check(), CHECK_MS)
  return {
    choose(random) {
      const some = ready.length > 0 ? ready : nodes
      return some[Math.floor(random() * some.length)] as ServingNode
    },
    close: () => clearInterval(timer),
  }
}

/** A client: keeps what is not acknowledged, goes to another server when one is silent. */
async function streamOne(
  balancer: Balancer,
  who: Who,
  { frames: count, everyMs }: ScheduleOptions,
  report: ScheduleReport,
) {
  const random = seeded(who.seed)
  const sound = noise(count * 1600, who.seed)
  const frames = framesOf(sound)
  const sentAt = new Map<number, number>()
  let acknowledged = 0
  let lostAtMs: number | null = null
  /** Servers that were asked since it was lost. */
  const tried: string[] = []
  const startedMs = performance.now()
  const spoken = () => Math.min(count, Math.floor((performance.now() - startedMs) / everyMs))

  for (;;) {
    if (performance.now() - startedMs > count * everyMs + ENDED_MS) {
      report.broken.push(`${who.recordingId} has not ended: ${tried.slice(-5).join(', ')}`)
      return
    }
    const node = balancer.choose(random)
    const enteringMs = performance.now()
    const entered = await enter(node, who)
    tried.push(
      `${node.name} ${entered ? 'entered' : 'no'} ${Math.round(performance.now() - enteringMs)}`,
    )
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
        if (lostAtMs !== null) {
          const tookMs = heardMs - lostAtMs
          report.failoverMs.push(tookMs)
          if (tookMs > SLOW_MS) report.slow.push(`${Math.round(tookMs)} ms: ${tried.join(', ')}`)
        }
        lostAtMs = null
        tried.length = 0
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

/** As the plugin does: looks what is there before it asks again. */
async function writeOne(balancer: Balancer, { token, ehrId, seed }: Who): Promise<boolean> {
  const random = seeded(seed + 7)
  const headers = { authorization: `Bearer ${token}` }
  const path = `/api/v1/ehrs/${ehrId}/documents`
  const untilMs = performance.now() + ENDED_MS
  while (performance.now() < untilMs) {
    const node = balancer.choose(random)
    const call = callsTo(node.url, PATIENCE_MS)
    const listed = await call('GET', path, headers).catch(() => null)
    const documents: { status: string }[] = listed?.body.documents ?? []
    if (documents.some(({ status }) => status === 'draft')) return true
    const isWritten = documents.some(({ status }) => status === 'generating')
    if (listed?.status === 200 && !isWritten)
      await call('POST', path, headers, { template_id: 'soap' }).catch(() => {})
    await sleep(200)
  }
  return false
}

/** What is not as it must be when the work of all has ended. */
async function whatIsLeft(world: ServingNodes, recordings: readonly Who[]): Promise<string[]> {
  const { sequelize, close } = await openDatabase({ url: world.databaseUrl })
  const visits = recordings.map(({ ehrId }) => ehrId)
  const count = async (sql: string) => {
    const [row] = await sequelize.query<{ n: string }>(sql, {
      bind: [visits],
      type: QueryTypes.SELECT,
    })
    return Number(row?.n)
  }
  const none: Record<string, string> = {
    'sound not in files': `SELECT COUNT(*) AS n FROM sound_pieces p
      JOIN recordings r ON r.id = p.recording_id WHERE r.consultation_id = ANY($1)`,
    'recordings not finished': `SELECT COUNT(*) AS n FROM recordings
      WHERE consultation_id = ANY($1) AND state <> 'finished'`,
    'jobs not done': `SELECT COUNT(*) AS n FROM jobs
      WHERE consultation_id = ANY($1) AND state <> 'done'`,
    'documents not ended': `SELECT COUNT(*) AS n FROM documents
      WHERE consultation_id = ANY($1) AND status = 'generating'`,
  }
  const left = async () => {
    const found: string[] = []
    for (const [what, sql] of Object.entries(none)) {
      const n = await count(sql)
      if (n > 0) found.push(`${n} ${what}`)
    }
    return found
  }
  try {
    const untilMs = performance.now() + SETTLED_MS
    while ((await left()).length > 0 && performance.now() < untilMs) await sleep(200)
    const broken = await left()
    const twice = await count(`SELECT COUNT(*) AS n FROM (SELECT document_id FROM document_audit a
      JOIN documents d ON d.id = a.document_id WHERE d.consultation_id = ANY($1)
      AND a.kind = 'generated' GROUP BY document_id HAVING COUNT(*) <> 1) doubled`)
    if (twice > 0) broken.push(`${twice} documents written twice`)
    const jobs = await count('SELECT COUNT(*) AS n FROM jobs WHERE consultation_id = ANY($1)')
    if (jobs !== recordings.length) broken.push(`${jobs} jobs of ${recordings.length} recordings`)
    return broken
  } finally {
    await close()
  }
}
