/**
 * A backup becomes a data folder again, and its objects a store where one is named. Everything is
 * written below `.restoring` in it and proven; only then it takes its places, the database last:
 * without it nothing is a data folder. Nothing of the content is changed; a newer program migrates
 * it when it starts.
 *
 * Before anything takes its place, a list of what will is laid into `.restoring`. A restore that
 * broke off leaves that, and the next one takes away what the list names and begins anew: what lay
 * there before is never touched.
 */
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import type { BackupReading } from '../../core/backup/ports.ts'
import { AppError } from '../../core/errors.ts'
import { syncFolder, writeDurably } from '../durable-file.ts'
import { diskError } from './folder-faults.ts'
import { loadRows } from './postgres-rows.ts'
import { fileSink, inspectDatabase, readBackup } from './read-backup.ts'
import {
  isOfStoreRestore,
  keepStored,
  type RestoreStore,
  refuseFilledStore,
  storeSinks,
  takeBackStored,
} from './restore-store.ts'
import { DATABASE_PART, ROWS_PART } from './write-backup.ts'

const WORK = '.restoring'
const PLACES = '.places.json'

interface Restoring extends BackupReading {
  /** Where rows go that come from a PostgreSQL. */
  databaseUrl?: string
  /** Where objects go that lay in a store; null: into the folder, as everything. */
  into?: RestoreStore | null
  /**
   * Lays into the folder, which has not taken its place yet, what must be there from its first
   * moment.
   */
  complete?(folder: string, manifest: BackupManifest): Promise<void>
}

/**
 * @throws {AppError} `data_dir_not_empty`, `database_not_empty`, `backup_other_database`,
 * `store_not_empty`, `store_differs`, and what reading a backup throws; then the folder is as empty
 * as it was. `reading.signal` ends it until its content takes its place
 */
export async function restoreBackup(
  path: string,
  passphrase: string,
  dataDir: string,
  { databaseUrl, into = null, complete, ...reading }: Restoring = {},
): Promise<BackupManifest> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const work = join(dataDir, WORK)
  await takeBack(work, dataDir, into)
  const there = (await readdir(dataDir)).filter((name) => name !== WORK && name !== 'lost+found')
  if (there.length > 0)
    throw new AppError(
      'conflict',
      'data_dir_not_empty',
      `${dataDir} is not empty, and a restore writes over nothing. Into another folder: --data-dir FOLDER. In the place of what is there: stop the service, mv ${dataDir} ${dataDir}.before, and this again.`,
    )
  await rm(work, { recursive: true, force: true })
  if (into) await refuseFilledStore(into)
  try {
    const manifest = await unpack(path, passphrase, work, { into, reading })
    await complete?.(work, manifest)
    reading.signal?.throwIfAborted()
    await settle(work, dataDir, rowsFor(manifest, databaseUrl))
    return manifest
  } catch (error) {
    await takeBack(work, dataDir, into)
    throw diskError(error)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @returns where its rows go; null where the database is a file of the folder */
function rowsFor({ parts, database }: BackupManifest, databaseUrl: string | undefined) {
  const fromPostgres = parts.some(({ name }) => name === ROWS_PART)
  const toPostgres = databaseUrl?.startsWith('postgres') ?? false
  if (fromPostgres !== toPostgres)
    throw new AppError(
      'conflict',
      'backup_other_database',
      fromPostgres
        ? 'The backup is of a PostgreSQL. Name an empty one: --database-url postgres://…'
        : 'The backup holds a SQLite database, and databaseUrl names a PostgreSQL. Restore without it.',
    )
  return fromPostgres ? { url: databaseUrl ?? '', schema: database.schema } : null
}

/** Into a store only what is proven goes: then the backup is read twice. */
async function unpack(
  path: string,
  passphrase: string,
  work: string,
  { into, reading }: { into: RestoreStore | null; reading: BackupReading },
): Promise<BackupManifest> {
  const half = (from: number): BackupReading => ({
    ...reading,
    onProgress: (share) => reading.onProgress?.(from + share / 2),
  })
  const proven = into && (await readBackup(path, passphrase, async () => null, half(0)))
  const toStore = into && proven ? storeSinks(into, proven, work) : async () => null
  const folders = new Set([work])
  await mkdir(work, { mode: 0o700 })
  const openSink = async (name: string) => {
    const stored = await toStore(name)
    if (stored) return stored
    const target = join(work, name)
    for (let folder = dirname(target); !folders.has(folder); folder = dirname(folder))
      folders.add(folder)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    return fileSink(await open(target, 'wx', 0o600))
  }
  const manifest = await readBackup(path, passphrase, openSink, into ? half(0.5) : reading)
  await inspectDatabase(manifest, work)
  for (const folder of folders) await syncFolder(folder)
  return manifest
}

async function settle(
  work: string,
  dataDir: string,
  rows: { url: string; schema: string | null } | null,
): Promise<void> {
  const names = (await readdir(work)).filter(
    (name) => name !== ROWS_PART && !isOfStoreRestore(name),
  )
  await writeDurably(join(work, PLACES), JSON.stringify(names))
  const isDatabase = (name: string) => name === DATABASE_PART
  for (const name of [...names.filter((one) => !isDatabase(one)), ...names.filter(isDatabase)]) {
    await rename(join(work, name), join(dataDir, name))
    await syncFolder(dataDir)
  }
  if (rows) await loadRows(rows.url, join(work, ROWS_PART), rows.schema)
  // From here on nothing is taken back.
  await keepStored(work)
  await rm(join(work, PLACES))
}

/**
 * What a restore put in its place that did not come to its end. What still waits for its place is
 * there by somebody else.
 */
async function takeBack(work: string, dataDir: string, into: RestoreStore | null): Promise<void> {
  if (into) await takeBackStored(into.store, work)
  const list = await readFile(join(work, PLACES), 'utf8').catch(() => null)
  if (list === null) return
  const waiting = new Set(await readdir(work))
  for (const name of JSON.parse(list) as string[])
    if (!waiting.has(name)) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Whether a restore into this folder broke off: it is no data folder yet. */
export function isHalfRestored(dataDir: string): boolean {
  return existsSync(join(dataDir, WORK, PLACES))
}
