/**
 * A consistent copy of a SQLite database in use. `VACUUM INTO` is one read transaction: in WAL mode
 * nobody waits for it and it sees what was committed when it began; what was deleted is not in it.
 * The copy lies in the clear for a while, as the database does, and is overwritten before it goes
 * (`secure_delete`, for a file).
 */
import { type FileHandle, lstat, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sqlite3 from 'sqlite3'
import { COUNTED_TABLES } from '../../core/backup/manifest.ts'
import { AppError } from '../../core/errors.ts'

/** In a folder of its own; made readable by its owner only. */
export async function snapshotDatabase(databasePath: string, target: string): Promise<void> {
  const file = await open(target, 'wx', 0o600)
  await file.close()
  await withSqlite(databasePath, 'write', async (query) => {
    await query('PRAGMA busy_timeout = 5000')
    await query('VACUUM INTO ?', [target])
  })
}

export interface SnapshotFacts {
  schema: string | null
  masterKey: string | null
  counts: Record<string, number>
}

/** @throws {AppError} `backup_damaged` when SQLite finds a fault in it */
export function inspectSnapshot(path: string): Promise<SnapshotFacts> {
  return withSqlite(path, 'read', async (query) => {
    const [found] = await query('PRAGMA integrity_check(1)')
    if (found?.integrity_check !== 'ok') throw notWhole()
    const tables = (await query(`SELECT name FROM sqlite_master WHERE type = 'table'`)).map(
      ({ name }) => name,
    )
    const first = async (table: string, sql: string) =>
      tables.includes(table) ? ((await query(sql))[0]?.value ?? null) : null
    const counts: Record<string, number> = {}
    for (const table of COUNTED_TABLES)
      counts[table] = Number((await first(table, `SELECT count(*) AS value FROM ${table}`)) ?? 0)
    return {
      counts,
      schema: await first('migrations', 'SELECT max(name) AS value FROM migrations'),
      masterKey: await first(
        'vault_keys',
        `SELECT fingerprint AS value FROM vault_keys WHERE name = 'master'`,
      ),
    }
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'SQLITE_CORRUPT' || error.code === 'SQLITE_NOTADB') throw notWhole(error)
    throw error
  })
}

/**
 * A folder for copies in the clear, beside the database. Whoever makes it wipes it; what a crash
 * left goes with the next.
 */
export async function workFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) {
    const pid = Number(/^\.work-(\d+)-/.exec(name)?.[1] ?? 0)
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) await wipe(join(parent, name))
  }
  return mkdtemp(join(parent, `.work-${process.pid}-`))
}

/**
 * Overwrites a file, or all of a folder and the folders in it, then removes it. What a link leads
 * to stays.
 */
export async function wipe(path: string): Promise<void> {
  const about = await lstat(path).catch(() => null)
  if (about?.isDirectory())
    for (const name of await readdir(path)) await wipe(join(path, name)).catch(() => {})
  else if (about?.isFile()) {
    const file = await open(path, 'r+')
    await overwrite(file, about.size, Buffer.alloc(1 << 20))
      .catch(() => {})
      .finally(() => file.close())
  }
  await rm(path, { recursive: true, force: true })
}

async function overwrite(file: FileHandle, size: number, zeros: Buffer) {
  for (let at = 0; at < size; at += zeros.length)
    await file.write(zeros, 0, Math.min(zeros.length, size - at), at)
  await file.datasync()
}

function notWhole(cause?: unknown): AppError {
  return new AppError(
    'rejected',
    'backup_damaged',
    'The database in it is not whole. Take another backup; then: svcctl doctor',
    { cause },
  )
}

type Row = Record<string, string | null>
type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

export async function withSqlite<Result>(
  path: string,
  to: 'read' | 'write',
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const mode = to === 'read' ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE
    const opening = new sqlite3.Database(path, mode, (error) =>
      error ? reject(error) : resolve(opening),
    )
  })
  try {
    return await work(
      (sql, values = []) =>
        new Promise((resolve, reject) =>
          database.all<Row>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows))),
        ),
    )
  } finally {
    await new Promise<void>((resolve) => database.close(() => resolve()))
  }
}

/** Whether a process of this machine has that number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
