/** The audit over a real SQLite file, and what somebody with a knife does to it. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { QueryTypes } from 'sequelize'
import type { AuditAct } from '../../core/audit/ports.ts'
import type { ChainReport } from '../../core/audit/verify-chain.ts'
import { isAppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { examineAudit, openAudit } from '../../models/audit/audit.ts'
import { openDatabase } from '../../models/database/database.ts'
import { sealer } from '../../models/vault/seal.ts'
import { testDatabase } from './test-database.ts'

interface TearDown {
  teardown(step: () => unknown): void
}

export type AuditWorld = Awaited<ReturnType<typeof openAuditWorld>>

export const TEST_SEALER = sealer(Buffer.alloc(32, 7))

export async function openAuditWorld(t: TearDown) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-audit-'))
  const url = await testDatabase(t, join(dataDir, 'svc.sqlite'))
  const database = await openDatabase({ url })
  await database.migrate({ to: '0019-audit' })
  const { sequelize } = database
  const folder = join(dataDir, 'audit')
  const sealsFolder = join(folder, 'seals')
  const clock: { at: Date | null } = { at: null }
  const deps = {
    sequelize,
    sealer: TEST_SEALER,
    folder,
    sealsFolder,
    spoolFolder: join(folder, 'spool'),
    now: () => clock.at ?? new Date(),
    newId: randomUUID,
    version: 'test',
    log: silentLog,
  }
  const opened: { close(): Promise<void> }[] = []
  t.teardown(async () => {
    for (const one of opened) await one.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    dataDir,
    url,
    folder,
    sealsFolder,
    sequelize,
    clock,
    async open() {
      const audit = await openAudit(deps)
      let isClosed = false
      const close = async () => {
        if (!isClosed) await audit.close()
        isClosed = true
      }
      opened.push({ close })
      return { ...audit, close }
    },
    examine: () => examineAudit(deps),
    verify: async (): Promise<ChainReport> => (await examineAudit(deps)).verify(),
    /** What keeps SQLite from changing entries is taken away, as somebody with the file would. */
    async unguard() {
      if (!url.startsWith('sqlite:'))
        return void (await sequelize.query('ALTER TABLE audit_entries DISABLE TRIGGER USER'))
      for (const action of ['update', 'delete'])
        await sequelize.query(`DROP TRIGGER IF EXISTS audit_entries_no_${action}`)
    },
    async guard() {
      if (!url.startsWith('sqlite:'))
        return void (await sequelize.query('ALTER TABLE audit_entries ENABLE TRIGGER USER'))
      for (const action of ['update', 'delete'])
        await sequelize.query(
          `CREATE TRIGGER audit_entries_no_${action} BEFORE ${action} ON audit_entries
           BEGIN SELECT RAISE(ABORT, 'audit_entries is append-only'); END`,
        )
    },
    async subjects(): Promise<string[]> {
      const rows = await sequelize.query<{ subject_id: string }>(
        'SELECT subject_id FROM audit_entries WHERE subject_id IS NOT NULL',
        { type: QueryTypes.SELECT },
      )
      return rows.map((row) => row.subject_id)
    },
    /**
     * A process that appends and notes until it is stopped; `lines`: what it was told is kept;
     * `ended`: its exit code, null when it was killed.
     */
    spawnWriter() {
      const program = fileURLToPath(new URL('./audit-writer.ts', import.meta.url))
      const child = spawn(process.execPath, ['--import=tsx', program, dataDir, url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const lines: string[] = []
      let rest = ''
      child.stdout.on('data', (chunk) => {
        const parts = (rest + String(chunk)).split('\n')
        rest = parts.pop() ?? ''
        lines.push(...parts)
      })
      t.teardown(() => child.kill('SIGKILL'))
      const ended = once(child, 'exit').then(([code]) => code as number | null)
      return { child, lines, ended }
    },
  }
}

export function someActs(count: number): AuditAct[] {
  return Array.from({ length: count }, (_, index) => ({
    actor: { kind: 'session', id: `token-${index % 7}` },
    action: index % 3 === 0 ? 'document.edited' : 'document.read',
    subject: { kind: 'document', id: randomUUID() },
    organizationId: index % 5 === 0 ? null : randomUUID(),
    outcome: 'success',
    requestId: index % 4 === 0 ? null : `request-${index}`,
    facts: { address: '10.0.0.1', index, part: index % 2 === 0 ? null : 'versões' },
    consultationId: randomUUID(),
    patientId: `paciente-${index % 9}`,
    personId: `medica-${index % 3}`,
  }))
}

/** A small generator of numbers, so that a failure can be had again. */
export function dice(seed: number) {
  let state = seed >>> 0 || 1
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Row = Record<string, string | number | null>

const ENTRIES = 60
const COLUMNS = [
  'id',
  'at',
  'organization_id',
  'action',
  'actor_kind',
  'actor_id',
  'subject_kind',
  'subject_id',
  'consultation_id',
  'patient',
  'person',
  'outcome',
  'request_id',
  'facts',
  'mac',
]

export interface Alteration {
  name: string
  /** The first entry that is not what it was; null where none is. */
  touched: number | null
  report: ChainReport
}

/** `count` random deeds, each done to the whole trail and undone again. */
export async function alterations(
  world: AuditWorld,
  count: number,
  seed: number,
): Promise<Alteration[]> {
  await fill(world)
  await world.unguard()
  const kept = await remember(world)
  // What is to be found is the deed, not that the guards are gone.
  await world.guard()
  const clean = await world.verify()
  if (clean.findings.length > 0) throw new Error(`not clean: ${JSON.stringify(clean)}`)
  await world.unguard()
  const roll = dice(seed)
  const done: Alteration[] = []
  for (let at = 0; at < count; at++) {
    const name = DEED_NAMES[roll(DEED_NAMES.length)] as string
    const touched = await (DEEDS[name] as Deed)(world, roll, kept)
    await world.guard()
    done.push({ name, touched, report: await world.verify() })
    await world.unguard()
    await restore(world, kept)
  }
  return done
}

async function fill(world: AuditWorld) {
  world.clock.at = new Date('2026-11-01T00:00:00Z')
  const audit = await world.open()
  for (let day = 1; day <= 4; day++) {
    world.clock.at = new Date(`2026-11-0${day}T12:00:00Z`)
    await audit.sealDays()
    await Promise.all(someActs(ENTRIES / 4).map((act) => audit.trail.append(act)))
  }
  await audit.close()
}

interface Kept {
  rows: Row[]
  files: { path: string; bytes: Buffer }[]
}

async function remember(world: AuditWorld): Promise<Kept> {
  const rows = await world.sequelize.query<Row>('SELECT * FROM audit_entries ORDER BY sequence', {
    type: QueryTypes.SELECT,
  })
  const seals = (await readdir(world.sealsFolder)).map((name) => join(world.sealsFolder, name))
  const paths = [...seals, join(world.folder, 'head.json')]
  const files = await Promise.all(
    paths.map(async (path) => ({ path, bytes: await readFile(path) })),
  )
  return { rows, files }
}

async function restore(world: AuditWorld, { rows, files }: Kept) {
  await world.sequelize.query('DELETE FROM audit_entries')
  await world.sequelize.getQueryInterface().bulkInsert('audit_entries', rows)
  for (const name of await readdir(world.sealsFolder)) await rm(join(world.sealsFolder, name))
  for (const { path, bytes } of files) await writeFile(path, bytes)
}

type Roll = ReturnType<typeof dice>
type Deed = (world: AuditWorld, roll: Roll, kept: Kept) => Promise<number | null>

const write = (world: AuditWorld, sql: string, replacements: object) =>
  world.sequelize.query(sql, { replacements: { ...replacements } })

/** By way of negative numbers: no two entries ever have the same. */
async function shift(world: AuditWorld, from: number, by: number) {
  const set = 'UPDATE audit_entries SET sequence'
  await write(world, `${set} = -sequence WHERE sequence >= :from`, { from })
  await write(world, `${set} = :by - sequence WHERE sequence < 0`, { by })
}

const DEEDS: Record<string, Deed> = {
  async 'a byte of a field'(world, roll, { rows }) {
    const isSqlite = world.sequelize.getDialect() === 'sqlite'
    const text = isSqlite ? 'CAST(:value AS TEXT)' : "convert_from(:value, 'UTF8')"
    for (;;) {
      const row = rows[roll(rows.length)] as Row
      const filled = COLUMNS.filter((column) => typeof row[column] === 'string')
      const column = filled[roll(filled.length)] as string
      const bytes = Buffer.from(row[column] as string)
      const at = roll(bytes.length)
      // Another bit, and still a letter: the smallest lie.
      bytes[at] = (bytes[at] as number) ^ (1 << roll(7))
      const change = `UPDATE audit_entries SET ${column} = ${text} WHERE sequence = :at`
      try {
        await write(world, change, { value: bytes, at: row.sequence })
        return row.sequence as number
      } catch (error) {
        // PostgreSQL takes no text that is none: then another bit of another one.
        if (!isAppError(error)) throw error
      }
    }
  },
  async 'a field emptied or filled'(world, roll, { rows }) {
    const row = rows[roll(rows.length)] as Row
    const nullable = ['organization_id', 'request_id', 'patient', 'person', 'consultation_id']
    const column = nullable[roll(nullable.length)] as string
    const value = row[column] === null ? '' : null
    await write(world, `UPDATE audit_entries SET ${column} = :value WHERE sequence = :at`, {
      value,
      at: row.sequence,
    })
    return row.sequence as number
  },
  async 'an entry removed'(world, roll, { rows }) {
    const at = (rows[roll(rows.length)] as Row).sequence as number
    await write(world, 'DELETE FROM audit_entries WHERE sequence = :at', { at })
    return at
  },
  async 'an entry removed and the gap closed'(world, roll, { rows }) {
    const at = (rows[roll(rows.length)] as Row).sequence as number
    await write(world, 'DELETE FROM audit_entries WHERE sequence = :at', { at })
    await shift(world, at + 1, -1)
    return at
  },
  async 'two entries exchanged'(world, roll, { rows }) {
    const first = roll(rows.length)
    const second = (first + 1 + roll(rows.length - 1)) % rows.length
    const [a, b] = [first + 1, second + 1]
    const moves = [
      [a, -1],
      [b, a],
      [-1, b],
    ] as const
    for (const [from, to] of moves)
      await write(world, 'UPDATE audit_entries SET sequence = :to WHERE sequence = :from', {
        from,
        to,
      })
    return Math.min(a, b)
  },
  async 'an entry copied to the end'(world, roll, { rows }) {
    const row = rows[roll(rows.length)] as Row
    const copy = { ...row, id: randomUUID(), sequence: rows.length + 1 }
    await world.sequelize.getQueryInterface().bulkInsert('audit_entries', [copy])
    return rows.length + 1
  },
  async 'an entry put in between'(world, roll, { rows }) {
    const at = 1 + roll(rows.length)
    await shift(world, at, 1)
    const copy = { ...(rows[at - 1] as Row), id: randomUUID(), sequence: at }
    await world.sequelize.getQueryInterface().bulkInsert('audit_entries', [copy])
    return at
  },
  async 'the tail cut off'(world, roll, { rows }) {
    const from = 1 + roll(rows.length)
    await write(world, 'DELETE FROM audit_entries WHERE sequence >= :from', { from })
    return from
  },
  async 'a byte of a file'(_world, roll, { files }) {
    const { path, bytes } = files[roll(files.length)] as Kept['files'][number]
    const altered = Buffer.from(bytes)
    const at = roll(altered.length)
    altered[at] = (altered[at] as number) ^ (1 << roll(8))
    await writeFile(path, altered)
    return null
  },
  async 'a file removed'(_world, roll, { files }) {
    const { path } = files[roll(files.length)] as Kept['files'][number]
    await rm(path)
    return null
  },
  async 'a seal under another day'(world, roll) {
    const names = await readdir(world.sealsFolder)
    const name = names[roll(names.length)] as string
    await writeFile(
      join(world.sealsFolder, '2026-12-01.json'),
      await readFile(join(world.sealsFolder, name)),
    )
    return null
  },
}

const DEED_NAMES = Object.keys(DEEDS)
