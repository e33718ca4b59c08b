/** One file for who helps from outside: gathered here, blotted by core/support, and written. */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { release } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { QueryTypes, type Sequelize } from 'sequelize'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import type { SupportAdmin } from '../../cli/subject-deps.ts'
import { dataFolder } from '../../config/data-folder.ts'
import { describeSettings } from '../../config/describe-settings.ts'
import type { LoadedConfig } from '../../config/load-config.ts'
import { runDoctor } from '../../core/doctor/run-doctor.ts'
import { AppError } from '../../core/errors.ts'
import { listModels } from '../../core/model-file/list-models.ts'
import type { Box } from '../../core/model-file/model-fit.ts'
import { blot } from '../../core/support/blot.ts'
import { readLog } from '../../core/support/log-lines.ts'
import { codeOf, gatherParts, type PartSource, type SupportPart } from '../../core/support/parts.ts'
import { openDatabase } from '../../models/database/database.ts'
import { askServer } from '../ask-server.ts'
import { boxFacts } from '../box-facts.ts'
import { tarBytes } from '../bundle/tar.ts'
import { diskUse } from '../disk-use.ts'
import { openDoctor } from '../doctor/host.ts'
import type { Platform } from '../platform.ts'
import { boxModelFile } from '../speech-files.ts'
import { knownHere } from './known.ts'

interface Deps {
  loaded: LoadedConfig
  platform: Platform
  box: Box
  signal: AbortSignal
  onRecord<Result>(work: () => Promise<Result>): Promise<Result>
}

export function supportAdmin({ loaded, platform, box, signal, onRecord }: Deps): SupportAdmin {
  const { config } = loaded

  async function doctor() {
    const mending = async () => {}
    const opened = await openDoctor({ config, platform, box, probe: false, signal, mending })
    await using host = opened.host
    return await runDoctor(opened.checks, host, { probe: false, fix: false, signal })
  }

  async function models() {
    const { speechModel, textModel, dataDir } = config
    const folder = dataFolder(dataDir).models
    const store = modelStore({ folder, now: platform.now, box: boxModelFile(platform) })
    const listed = await listModels({
      store,
      box,
      active: { speech: speechModel, text: textModel },
    })()
    return listed.filter(({ installed, active }) => installed || active)
  }

  async function server() {
    const { answer, silent } = await askServer(config)
    if (typeof answer !== 'object' || answer === null) return { running: false, silent }
    // It names the key in force; nobody outside needs to.
    const { master_key: _, ...told } = answer as Record<string, unknown>
    return { running: true, ...told }
  }

  const settings = async () =>
    describeSettings(loaded).map(({ key, value, source, secret }) => ({
      key,
      value: secret || SECRET_PLACE.test(key) ? value && '(hidden)' : value,
      source,
    }))

  const sources: PartSource[] = [
    {
      name: 'machine.json',
      about: 'versions, processor, memory',
      gather: async () => ({
        version: platform.version,
        made_at: platform.now().toISOString(),
        node: process.version,
        system: `${process.platform} ${release()} ${process.arch}`,
        box: boxFacts(config.dataDir),
      }),
    },
    {
      name: 'settings.json',
      about: 'every setting; no secret, and no place of one',
      gather: settings,
    },
    { name: 'doctor.json', about: 'what svcctl doctor finds', gather: doctor },
    { name: 'server.json', about: 'what the running service tells of itself', gather: server },
    { name: 'models.json', about: 'AI models that are here', gather: models },
    {
      name: 'database.json',
      about: 'schema, rows by table, how many wait and failed',
      gather: () => databaseFacts(config.databaseUrl),
    },
    {
      name: 'disk.json',
      about: 'room, and what takes how much',
      gather: () => diskUse(config.dataDir),
    },
    { name: 'unit.json', about: 'how the service ended last, by systemd', gather: unitFacts },
  ]

  return {
    async gather(log, onPart) {
      // Asked for by name: then its absence is an error, and found before anything is gathered.
      const named = log === null ? null : await fileLines(log)
      const hide = blot(await knownHere(config, platform))
      const parts = await gatherParts(sources, hide, onPart)
      const lines = named ?? (await journalLines().catch((error: unknown) => codeOf(error)))
      const { text, summary } = readLog(typeof lines === 'string' ? [] : lines, hide.text)
      const why = typeof lines === 'string' ? { not_found_out: lines } : {}
      parts.push(
        {
          name: 'log-summary.json',
          about: 'warnings and errors counted; ends that nobody announced',
          text: `${JSON.stringify({ ...summary, ...why }, null, 2)}\n`,
        },
        { name: 'service.log', about: `the log, ${summary.lines} lines`, text },
      )
      return parts
    },
    write: (path, parts) => onRecord(() => writeBundle(path, parts)),
  }
}

/** What leads to a secret, or may hold one. */
const SECRET_PLACE = /(?:Key|Passphrase)File$|^masterKeyCommand$/

async function writeBundle(path: string, parts: readonly SupportPart[]) {
  const entries = parts.map(({ name, text }) => ({
    path: `svc-support/${name}`,
    mode: 0o644 as const,
    content: { bytes: Buffer.from(text) },
  }))
  const blocks: Uint8Array[] = []
  for await (const block of tarBytes(entries)) blocks.push(block)
  const bytes = await promisify(gzip)(Buffer.concat(blocks))
  const file = await openNew(path)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { sizeBytes: bytes.length }
}

async function openNew(path: string) {
  try {
    await mkdir(dirname(path), { recursive: true })
    return await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    throw isThere
      ? new AppError('conflict', 'file_exists', `${path} is there already. Another: --out FILE`)
      : new AppError(
          'forbidden',
          'folder_not_writable',
          `${path} cannot be written (${codeOf(cause)}). Another place: --out FILE`,
          { cause },
        )
  }
}

/** What states there are of what goes through states: kinds and numbers, no identifiers. */
const STATES: Readonly<Record<string, string>> = {
  jobs: 'kind, state',
  recordings: 'source, state',
  files: 'state',
  rnds_submissions: 'state, waiting_cause',
  webhook_endpoints: 'state',
  webhook_messages: 'state',
}

/** Numbers of the database; null where there is none. */
async function databaseFacts(url: string) {
  const isSqlite = url.startsWith('sqlite:')
  if (isSqlite && !existsSync(url.slice('sqlite:'.length))) return null
  const database = await openDatabase({ url, toRead: true })
  try {
    const { sequelize } = database
    const names = await tableNames(sequelize, isSqlite)
    const tables: Record<string, number> = {}
    for (const name of names) tables[name] = await countOf(sequelize, name)
    const states: Record<string, unknown> = {}
    for (const [table, columns] of Object.entries(STATES))
      if (names.includes(table))
        states[table] = await sequelize.query(
          `SELECT ${columns}, COUNT(*) AS rows_there FROM ${table} GROUP BY ${columns} ORDER BY ${columns}`,
          { type: QueryTypes.SELECT },
        )
    return {
      kind: isSqlite ? 'sqlite' : 'postgres',
      read_only: database.isReadOnly,
      migrations: {
        applied: (await database.appliedMigrations()).map(({ name }) => name),
        pending: await database.pendingMigrations(),
        of_a_newer_version: await database.foreignMigrations(),
      },
      rows: tables,
      states,
    }
  } finally {
    await database.close()
  }
}

async function tableNames(sequelize: Sequelize, isSqlite: boolean): Promise<string[]> {
  const rows = await sequelize.query<{ name: string }>(
    isSqlite
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
      : 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
    { type: QueryTypes.SELECT },
  )
  return rows.map(({ name }) => name)
}

async function countOf(sequelize: Sequelize, table: string): Promise<number> {
  const [row] = await sequelize.query<{ n: number | string }>(
    `SELECT COUNT(*) AS n FROM "${table}"`,
    { type: QueryTypes.SELECT },
  )
  return Number(row?.n ?? 0)
}

const run = promisify(execFile)

/** A day of a small hospital, or an hour of a large one. */
const LINES = 5000
const MOST_BYTES = 8 << 20
const PATIENCE_MS = 15_000

/**
 * Where the service's log is: in the journal of systemd, or in a file that somebody names.
 *
 * The newest lines, the earliest first; of more than fits the end.
 * @throws what running `journalctl` throws
 */
async function journalLines(): Promise<string[]> {
  const args = ['-u', 'svc', '-n', String(LINES), '-o', 'cat', '--no-pager', '-q']
  const child = spawn('journalctl', args, {
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  const parts: Buffer[] = []
  let held = 0
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part)
    held += part.length
    while (held - (parts[0]?.length ?? 0) > MOST_BYTES) held -= parts.shift()?.length ?? 0
  })
  const [code] = await ended
  if (code !== 0) throw Object.assign(new Error('journalctl failed'), { code: 'JOURNAL_FAILED' })
  return linesOf(Buffer.concat(parts).toString('utf8'))
}

/** The end of a file. @throws {AppError} `file_not_readable` */
async function fileLines(path: string): Promise<string[]> {
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    const from = Math.max(0, size - MOST_BYTES)
    const bytes = Buffer.alloc(size - from)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
    const lines = linesOf(bytes.subarray(0, bytesRead).toString('utf8'))
    return from > 0 ? lines.slice(1) : lines
  } catch (cause) {
    throw new AppError('not-found', 'file_not_readable', `${path} cannot be read.`, { cause })
  }
}

/** How the unit ended last, as systemd tells it. @throws what running `systemctl` throws */
async function unitFacts(): Promise<Record<string, string>> {
  const names = ['ActiveState', 'SubState', 'Result', 'NRestarts', 'ExecMainStatus']
  const asked = [...names, 'ExecMainCode', 'ExecMainStartTimestamp', 'ExecMainExitTimestamp']
  const { stdout } = await run('systemctl', ['show', 'svc', `--property=${asked.join(',')}`], {
    timeout: PATIENCE_MS,
  })
  return Object.fromEntries(
    linesOf(stdout).map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(-LINES)
}
