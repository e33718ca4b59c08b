/**
 * One server at a time on one data folder: a second one would go on with an index of sound that the
 * first one writes. The lock is SQLite's own on a file beside the data, so the system takes it back
 * when its process ends, however it ends. It holds on a disk of this machine; network shares do not
 * keep such locks reliably, and are not supported for the data folder.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite3 from 'sqlite3'
import { AppError } from '../../core/errors.ts'

const LOCK_FILE = 'serving.lock'
/** Who holds it, for people: the lock itself is in the other file. */
const HOLDER_FILE = 'serving.pid'

/** @throws {AppError} `other_server` */
export async function takeFolderLock(dataDir: string): Promise<{ close(): Promise<void> }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const holder = join(dataDir, HOLDER_FILE)
  const lock = await open(join(dataDir, LOCK_FILE))
  try {
    await run(lock, 'PRAGMA journal_mode = DELETE')
    await run(lock, 'BEGIN EXCLUSIVE')
  } catch (error) {
    await close(lock)
    if (!isBusy(error)) throw error
    throw otherServer(readPid(holder))
  }
  try {
    writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  } catch {
    // Only for people: a full disk is told elsewhere.
  }
  return { close: () => close(lock) }
}

function open(path: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(path, (error) =>
      error ? reject(error) : resolve(database),
    )
  })
}

function run(database: sqlite3.Database, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    database.run(sql, (error) => (error ? reject(error) : resolve()))
  })
}

function close(database: sqlite3.Database): Promise<void> {
  return new Promise((resolve) => database.close(() => resolve()))
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^SQLITE_(?:BUSY|LOCKED)/.test(`${error.code}`)
  )
}

function readPid(path: string): number | null {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || null
  } catch {
    return null
  }
}

function otherServer(pid: number | null): AppError {
  const who = pid === null ? 'Another server' : `Another server (process ${pid})`
  return new AppError(
    'conflict',
    'other_server',
    `${who} works on this data folder. One serves at a time. Stop it, or leave this one to be started again until it has ended.`,
  )
}
