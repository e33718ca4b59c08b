/**
 * A consistent copy of a data folder that is being written, without anybody waiting for it. The
 * order is what makes it so (decision 20):
 *
 * 1. `audit/`: the memory of the chain's end may lag behind the chain, never lead; acts on their
 *    way are in the spool now or in the chain later, and no act is put into it twice.
 * 2. The master key's files, then the database in one read transaction. The key that the snapshot
 *    names must be among those read, else both are read again: a rotation came between.
 * 3. The journal of sound. What it holds is written to the channel files before it is acknowledged,
 *    and they come later: playing it back over them changes nothing, unless a power cut took what
 *    they had, which is what it is for.
 * 4. Everything else. Files only grow or appear whole before the database speaks of them; so the
 *    database never speaks of more than the files hold, and a restored folder looks as after a
 *    crash at the moment of the snapshot.
 * 5. What a store of objects holds and the folder does not. What goes from the folder into the
 *    store meanwhile is whole there before it leaves the folder, which was looked through first;
 *    what comes from there into the folder stays in both.
 *
 * Last, what the rows speak of and nothing holds is looked for: the backup names it.
 */
import { open, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { BackupManifest, BackupPart } from '../../core/backup/manifest.ts'
import type { WriteRequest } from '../../core/backup/ports.ts'
import { AppError } from '../../core/errors.ts'
import type { ContentStore } from '../../core/store/ports.ts'
import { NO_PROCESS } from '../audit/spool.ts'
import { listKeyFiles } from '../master-key/key-files.ts'
import { containerWriter } from './container.ts'
import { dataParts, openPart, storeParts } from './data-parts.ts'
import { namedInSnapshot, stillNamed, takeRows } from './postgres-rows.ts'
import { writeManifest, writePart } from './records.ts'
import { inspectSnapshot, snapshotDatabase } from './snapshot.ts'

export interface WriteSource {
  dataDir: string
  /** The folder of the master key, where it is not that of the data folder. */
  keysDir?: string
  /** The store of objects behind the data folder, closed by its reader; absent: there is none. */
  openStore?: () => Promise<ContentStore>
  /** Path of the SQLite file; null where the database is PostgreSQL's, at `databaseUrl`. */
  databasePath: string | null
  databaseUrl?: string
  /** Every setting that is not as shipped, and what they name elsewhere. */
  settings?: () => BackupSettings
  version: string
  models(): Promise<BackupManifest['models']>
  scryptLog2N?: number
}

export interface BackupSettings {
  values: Record<string, unknown>
  outside: { setting: string; path: string }[]
}

export const DATABASE_PART = 'svc.sqlite'
/** The rows of a PostgreSQL (postgres-rows.ts). */
export const ROWS_PART = 'database.rows'
/** The settings as they were, wherever they stood: the form of the settings' file. */
const SETTINGS_PART = 'settings-of-backup.json'

/** Where acts wait that are on their way into the chain (models/audit/spool.ts). */
export const SPOOL = /^audit\/spool\/\d+-/
const ATTEMPTS = 3

/** @param path must not be there; @param work an empty folder for the snapshot */
export async function writeBackup(
  source: WriteSource,
  { path, passphrase, at, signal, onProgress }: WriteRequest,
  work: string,
): Promise<void> {
  const { dataDir, version } = source
  const file = await open(path, 'wx', 0o600)
  try {
    const createdAt = at.toISOString()
    const to = await containerWriter(file, {
      createdAt,
      version,
      passphrase,
      signal,
      ...(source.scryptLog2N && { scryptLog2N: source.scryptLog2N }),
    })
    const parts: BackupPart[] = []
    let doneBytes = 0
    const add = async (
      name: string,
      content: Parameters<typeof writePart>[2],
      stored: Pick<BackupPart, 'stored'> = {},
    ) => {
      const part = await writePart(to, name, content)
      parts.push({ ...part, ...stored })
      doneBytes += part.sizeBytes
      onProgress?.(doneBytes)
    }
    const addFolder = async (start: string, isTaken: (name: string) => boolean) => {
      for await (const name of dataParts(dataDir, start)) {
        const content = isTaken(name) ? null : await openPart(join(dataDir, name))
        if (content) await add(name.replace(SPOOL, `audit/spool/${NO_PROCESS}-`), content)
      }
    }

    await addFolder('audit', () => false)
    const { keys, snapshotPath, facts, named } = await keysAndDatabase(source, work)
    for (const { name, bytes } of keys) await add(`keys/${name}`, [bytes])
    const snapshot = await openPart(snapshotPath)
    if (snapshot) await add(source.databasePath === null ? ROWS_PART : DATABASE_PART, snapshot)
    await addFolder('audio/journal', () => false)
    const own = relative(dataDir, source.databasePath ?? DATABASE_PART)
    await addFolder('', (name) => /^(audit|audio\/journal)\//.test(name) || name.startsWith(own))
    const store = await source.openStore?.()
    if (store) {
      const taken = new Set(parts.map(({ name }) => name))
      try {
        for await (const { name, content } of storeParts(store, (one) => taken.has(one), work))
          await add(name, content, { stored: true })
      } finally {
        await store.close()
      }
    }
    const settings = source.settings?.()
    if (settings)
      await add(SETTINGS_PART, [Buffer.from(`${JSON.stringify(settings.values, null, 2)}\n`)])
    const models = await source.models()
    await writeManifest(to, {
      format: 1,
      createdAt,
      version,
      database: facts,
      parts,
      models,
      ...(settings && { settings: { outside: settings.outside } }),
      ...(await notInIt(source, named, parts)),
    })
    await to.end()
  } finally {
    await file.close()
  }
}

async function copyOf(databasePath: string, target: string) {
  await snapshotDatabase(databasePath, target)
  const facts = await inspectSnapshot(target)
  return { facts, named: await namedInSnapshot(target, facts.schema) }
}

/** What the rows speak of and no part holds. An erasure meanwhile takes the rows first. */
async function notInIt(
  { databasePath, databaseUrl = `sqlite:${databasePath}` }: WriteSource,
  named: readonly string[],
  parts: readonly BackupPart[],
): Promise<Pick<BackupManifest, 'missing' | 'removed'>> {
  const held = new Set(parts.map(({ name }) => name))
  const lacking = named.filter((name) => !held.has(name))
  if (lacking.length === 0) return {}
  const missing = await stillNamed(databaseUrl, lacking)
  const lost = new Set(missing)
  const removed = lacking.filter((name) => !lost.has(name))
  return { ...(missing.length > 0 && { missing }), ...(removed.length > 0 && { removed }) }
}

interface KeyBytes {
  name: string
  fingerprint: string
  bytes: Buffer
}

async function keysAndDatabase(source: WriteSource, work: string) {
  const { dataDir, keysDir = join(dataDir, 'keys'), databasePath, databaseUrl } = source
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const keys = await keyBytes(keysDir)
    const snapshotPath = join(work, `${attempt}.database`)
    const { facts, named } =
      databasePath === null
        ? await takeRows(databaseUrl ?? '', snapshotPath)
        : await copyOf(databasePath, snapshotPath)
    const isThere = keys.some(({ fingerprint }) => fingerprint === facts.masterKey)
    if (facts.masterKey === null || isThere) return { keys, snapshotPath, facts, named }
  }
  throw new AppError(
    'busy',
    'backup_busy',
    'The master key is being changed, or its file is missing. Try again; then: svcctl vault status',
  )
}

async function keyBytes(keysDir: string): Promise<KeyBytes[]> {
  const found: KeyBytes[] = []
  for (const { path, fingerprint } of await listKeyFiles(keysDir)) {
    const bytes = await readFile(path).catch(() => null)
    if (bytes) found.push({ name: basename(path), fingerprint, bytes })
  }
  return found
}

/** Beside its later place, so that it can be renamed; nobody takes it for a backup. */
export function partPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.part`)
}
