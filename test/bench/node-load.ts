/**
 * What two servers on one PostgreSQL take: the acknowledgement of sound with 50 recordings, on one
 * server and shared by both, and how many visits are opened in a second by one and by both. Also
 * what a visit leaves in PostgreSQL while it goes on. The database and all servers share this
 * machine's cores; its flushes are real.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { QueryTypes } from 'sequelize'
import { openDatabase } from '../../models/database/database.ts'
import { callsTo, openServingNodes, type ServingNodes } from '../helpers/serving-nodes.ts'
import type { ClientReport } from './acknowledgement-client.ts'
import { childCpuMs, count, percentile } from './figures.ts'

const CLIENT = fileURLToPath(new URL('acknowledgement-client.ts', import.meta.url))
/** Doctors that open visits at once, each with a token of its own. */
const DOCTORS = 24

export async function benchNodeLoad({ seconds = count('SECONDS', 20) } = {}) {
  const settings = { SVC_KEY_EXCHANGES_PER_MINUTE: '100000' }
  const world = await openServingNodes(['a', 'b'], settings, { isDurable: true })
  try {
    await Promise.all(world.all.map((node) => node.start()))
    const { secret } = await world.cli('key', 'create', '--name', 'EHR')
    const recordings = count('RECORDINGS', 50)
    const ehrIds: string[] = []
    const call = callsTo(world.node('a').url)
    // A doctor may hold few channels at once.
    const doctors = Array.from({ length: recordings / 2 }, (_, at) => `medico-${at}`)
    const tokens = await Promise.all(doctors.map((doctor) => tokenOf(call, secret, doctor)))
    for (let nth = 0; nth < recordings; nth++) {
      const at = nth % doctors.length
      ehrIds.push(await open(call, tokens[at] as string, doctors[at] as string))
    }
    const token = tokens.join(',')
    const before = await databaseFacts(world)
    const one = await acknowledged(world, token, seconds, [ehrIds, []])
    const after = await databaseFacts(world)
    /** A second of one recording. */
    const each = (total: number) => total / recordings / seconds
    const half = recordings / 2
    const both = await acknowledged(world, token, seconds, [
      ehrIds.slice(0, half),
      ehrIds.slice(half),
    ])
    // In turns: the machine may be busier in one half than in the other.
    const opens = { one: [] as number[], both: [] as number[] }
    for (let round = 0; round < 3; round++) {
      opens.one.push(await opensPerSecond(world, secret, ['a'], seconds / 4))
      opens.both.push(await opensPerSecond(world, secret, ['a', 'b'], seconds / 4))
    }
    const best = { one: Math.max(...opens.one), both: Math.max(...opens.both) }
    return {
      recordings,
      acknowledgedByOneMs: one,
      acknowledgedByBothMs: both,
      eachRecordingPerSecond: {
        rowBytes: Math.round(each(after.rowBytes - before.rowBytes)),
        walBytes: Math.round(each(after.walBytes - before.walBytes)),
        serverCpuMs: Math.round(each(after.serverCpuMs - before.serverCpuMs) * 10) / 10,
        databaseCpuMs: Math.round(each(after.databaseCpuMs - before.databaseCpuMs) * 10) / 10,
      },
      connectionsOfOne: after.connections,
      opensPerSecond: opens,
      bothToOne: Math.round((best.both / best.one) * 100) / 100,
    }
  } finally {
    await world.close()
  }
}

type Calls = ReturnType<typeof callsTo>

async function tokenOf(call: Calls, secret: string, doctor: string): Promise<string> {
  const body = { expiration: 7200, doctor_id: doctor }
  const issued = await call('POST', '/integration/session-token/', { 'x-svc-token': secret }, body)
  return issued.body.access
}

async function open(call: Calls, token: string, doctor: string): Promise<string> {
  const ids = { consultation_id: randomUUID(), doctor_id: doctor, patient_id: 'p' }
  for (;;) {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await call('PUT', '/api/v1/ehrs/by-external-id', headers, ids)
    if (status === 200 || status === 201) return body.id
    if (status !== 429) throw new Error(`no visit: ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** @param shares visits of the first server, and of the second */
async function acknowledged(
  world: ServingNodes,
  token: string,
  seconds: number,
  shares: readonly string[][],
) {
  const reports = await Promise.all(
    shares.map(async (ehrIds, at) => {
      if (ehrIds.length === 0) return { latenciesMs: [], recordings: 0, complete: 0 }
      const port = new URL(world.all[at]!.url).port
      const args = ['--import=tsx', CLIENT, port, token, String(seconds), ...ehrIds]
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        maxBuffer: 64 << 20,
      })
      return JSON.parse(stdout) as ClientReport
    }),
  )
  const latencies = reports.flatMap(({ latenciesMs }) => latenciesMs)
  const total = (of: (one: ClientReport) => number) =>
    reports.reduce((sum, one) => sum + of(one), 0)
  return {
    frames: latencies.length,
    p50: Math.round(percentile(latencies, 0.5) * 10) / 10,
    p99: Math.round(percentile(latencies, 0.99) * 10) / 10,
    lost: total(({ recordings }) => recordings) - total(({ complete }) => complete),
  }
}

/** Sound that is not in files yet, with its indexes; the log; processor's time so far. */
async function databaseFacts(world: ServingNodes) {
  const { sequelize, close } = await openDatabase({ url: world.databaseUrl })
  try {
    const [row] = await sequelize.query<Record<string, string>>(
      `SELECT pg_total_relation_size('sound_pieces') AS rows,
         pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal,
         (SELECT COUNT(*) FROM pg_stat_activity WHERE application_name LIKE $1) AS connections`,
      { bind: [`svc ${world.node('a').pid()} %`], type: QueryTypes.SELECT },
    )
    const name = new URL(world.databaseUrl).pathname.slice(1)
    return {
      rowBytes: Number(row?.rows),
      walBytes: Number(row?.wal),
      connections: Number(row?.connections),
      serverCpuMs: childCpuMs(world.node('a').pid() as number),
      databaseCpuMs: backendsOf(name).reduce((sum, pid) => sum + childCpuMs(pid), 0),
    }
  } finally {
    await close()
  }
}

/** Processes of PostgreSQL that serve connections to a database name it in their title. */
function backendsOf(database: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${database} `)
      } catch {
        return false
      }
    })
    .map(Number)
}

async function opensPerSecond(
  world: ServingNodes,
  secret: string,
  names: readonly string[],
  seconds: number,
): Promise<number> {
  const first = callsTo(world.node('a').url)
  const doctors = Array.from({ length: DOCTORS }, () => randomUUID())
  const tokens = await Promise.all(doctors.map((doctor) => tokenOf(first, secret, doctor)))
  const untilMs = performance.now() + seconds * 1000
  let opened = 0
  await Promise.all(
    doctors.map(async (doctor, at) => {
      const call = callsTo(world.node(names[at % names.length] as string).url)
      while (performance.now() < untilMs) {
        await open(call, tokens[at] as string, doctor)
        opened++
      }
    }),
  )
  return Math.round(opened / seconds)
}
