import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import type { BackupReading } from '../../core/backup/ports.ts'
import { AppError } from '../../core/errors.ts'
import { containerContent } from './container.ts'
import { inspectRows } from './postgres-rows.ts'
import { type PartSink, readRecords } from './records.ts'
import { inspectSnapshot } from './snapshot.ts'
import { DATABASE_PART, ROWS_PART } from './write-backup.ts'

/**
 * Reads a backup to its end and proves all of it, the database by SQLite's own check.
 * @param work an empty folder for the database
 * @throws {AppError} `backup_damaged`, `backup_passphrase_wrong`, `backup_missing`
 */
export async function verifyBackup(
  path: string,
  passphrase: string,
  work: string,
  reading: BackupReading = {},
): Promise<BackupManifest> {
  const isDatabase = (name: string) => name === DATABASE_PART || name === ROWS_PART
  const manifest = await readBackup(
    path,
    passphrase,
    async (name) => (isDatabase(name) ? fileSink(await open(join(work, name), 'wx', 0o600)) : null),
    reading,
  )
  await inspectDatabase(manifest, work)
  return manifest
}

/**
 * Whole by the database's own measure. @param folder where its part lies @throws {AppError}
 * `backup_damaged`
 */
export async function inspectDatabase(manifest: BackupManifest, folder: string): Promise<void> {
  const holds = (part: string) => manifest.parts.some(({ name }) => name === part)
  if (holds(DATABASE_PART)) await inspectSnapshot(join(folder, DATABASE_PART))
  if (holds(ROWS_PART)) await inspectRows(join(folder, ROWS_PART))
}

export async function readBackup(
  path: string,
  passphrase: string,
  openSink: (name: string) => Promise<PartSink | null>,
  reading: BackupReading = {},
): Promise<BackupManifest> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('not-found', 'backup_missing', `${path} cannot be read (${cause.code}).`, {
      cause,
    })
  })
  try {
    return await readRecords(containerContent(file, passphrase, reading), openSink)
  } finally {
    await file.close()
  }
}

/** On the disk when it is closed. */
export function fileSink(file: FileHandle): PartSink {
  return {
    write: (bytes) => file.appendFile(bytes),
    async close() {
      await file.sync().finally(() => file.close())
    },
  }
}
