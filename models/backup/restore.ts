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

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import type { BackupReading } from '../../core/backup/ports.ts'
import { AppError } from '../../core/errors.ts'
import type { ContentStore } from '../../core/store/ports.ts'
import { syncFolder, writeDurably } from '../durable-file.ts'
import { folderStore } from '../store/folder-store.ts'
import { diskError } from './folder-faults.ts'
import { loadRows } from './postgres-rows.ts'
import { fileSink, inspectDatabase, readBackup } from './read-backup.ts'
import type { PartSink } from './records.ts'
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

const NOTE = '.stored.names'
const OBJECT = '.object'
const PIECE_BYTES = 4 << 20

/**
 * The part of a backup that lay in a store of objects goes into one again. Each object is laid into
 * the work folder and put from there, so that the store takes it whole or not at all. Names are
 * noted before they are put: a restore that broke off takes away what it brought, and nothing else.
 */
interface RestoreStore {
  store: ContentStore
  /** What is there is the lost machine's own: it is compared and stays, and the rest is brought. */
  keep: boolean
}

/** @throws {AppError} `store_not_empty` */
async function refuseFilledStore({ store, keep }: RestoreStore): Promise<void> {
  if (keep) return
  for await (const { name } of store.list(''))
    throw new AppError(
      'conflict',
      'store_not_empty',
      `The store that storeUrl names holds objects already (${name}), and a restore writes over nothing. Into an empty place: --store-url s3://BUCKET/NEW. Where it is the lost machine’s own store: --keep-store. Without storeUrl all goes into the data folder.`,
    )
}

/** @returns where a part goes; null: it is no object */
function storeSinks({ store, keep }: RestoreStore, manifest: BackupManifest, work: string) {
  const stored = new Map(
    manifest.parts.filter(({ stored }) => stored).map((part) => [part.name, part]),
  )

  /** @throws {AppError} `store_differs` */
  async function isThere(name: string, sizeBytes: number, sha256: string): Promise<boolean> {
    const found = await store.find(name)
    if (!found) return false
    if (found.sizeBytes === sizeBytes && (await digestIn(store, name, sizeBytes)) === sha256)
      return true
    throw new AppError(
      'conflict',
      'store_differs',
      `${name} is another object in the store than in the backup. Nothing was changed. Into an empty place: --store-url s3://BUCKET/NEW`,
    )
  }

  return async (name: string): Promise<PartSink | null> => {
    const part = stored.get(name)
    if (!part) return null
    const { sizeBytes, sha256 } = part
    if (keep && (await isThere(name, sizeBytes, sha256)))
      return { write: async () => {}, close: async () => {} }
    const path = join(work, OBJECT)
    const file = await open(path, 'w', 0o600)
    return {
      write: (bytes) => file.appendFile(bytes),
      async close() {
        await file.close()
        await appendFile(join(work, NOTE), `${name}\n`, { mode: 0o600 })
        const { read } = folderStore(work)
        await store.put(name, { sizeBytes, sha256, read: (at, length) => read(OBJECT, at, length) })
        await rm(path)
      },
    }
  }
}

/** What a restore put there that did not come to its end. */
async function takeBackStored(store: ContentStore, work: string): Promise<void> {
  const names = await readFile(join(work, NOTE), 'utf8').catch(() => '')
  for (const name of names.split('\n')) if (name !== '') await store.remove(name)
}

/** It has come to its end: what it put there stays. */
function keepStored(work: string): Promise<void> {
  return rm(join(work, NOTE), { force: true })
}

/** No part of the data folder. */
function isOfStoreRestore(name: string): boolean {
  return name === NOTE || name === OBJECT
}

async function digestIn(store: ContentStore, name: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES)
    hash.update(await store.read(name, at, Math.min(PIECE_BYTES, sizeBytes - at)))
  return hash.digest('hex')
}
