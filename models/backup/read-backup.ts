import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import { AppError } from '../../core/errors.ts'
import { containerContent } from './container.ts'
import { type PartSink, readRecords } from './records.ts'
import { inspectSnapshot } from './snapshot.ts'
import { DATABASE_PART } from './write-backup.ts'

/**
 * Reads a backup to its end and proves all of it, the database by SQLite's own check.
 * @param work an empty folder for the database
 * @throws {AppError} `backup_damaged`, `backup_passphrase_wrong`, `backup_missing`
 */
export async function verifyBackup(
  path: string,
  passphrase: string,
  work: string,
): Promise<BackupManifest> {
  const database = join(work, 'verified.sqlite')
  const manifest = await readBackup(path, passphrase, async (name) =>
    name === DATABASE_PART ? fileSink(await open(database, 'wx', 0o600)) : null,
  )
  if (manifest.parts.some(({ name }) => name === DATABASE_PART)) await inspectSnapshot(database)
  return manifest
}

export async function readBackup(
  path: string,
  passphrase: string,
  openSink: (name: string) => Promise<PartSink | null>,
): Promise<BackupManifest> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('not-found', 'backup_missing', `${path} cannot be read (${cause.code}).`, {
      cause,
    })
  })
  try {
    return await readRecords(containerContent(file, passphrase), openSink)
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
