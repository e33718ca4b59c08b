/**
 * A backup becomes a data folder again. Everything is written below `.restoring` in it and proven; only then it takes its places,
 * the database last: without it nothing is a data folder. Nothing of the content is changed; a newer program migrates it when it starts.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import { AppError } from '../../core/errors.ts'
import { diskError } from './disk-error.ts'
import { fileSink, readBackup } from './read-backup.ts'
import { inspectSnapshot } from './snapshot.ts'
import { DATABASE_PART } from './write-backup.ts'

const WORK = '.restoring'

/** @throws {AppError} `data_dir_not_empty`, and what reading a backup throws; then the folder is as empty as it was */
export async function restoreBackup(
  path: string,
  passphrase: string,
  dataDir: string,
): Promise<BackupManifest> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const there = (await readdir(dataDir)).filter((name) => name !== WORK && name !== 'lost+found')
  if (there.length > 0)
    throw new AppError(
      'conflict',
      'data_dir_not_empty',
      `${dataDir} is not empty. Restore into an empty folder: --data-dir FOLDER`,
    )
  const work = join(dataDir, WORK)
  await rm(work, { recursive: true, force: true })
  try {
    const manifest = await unpack(path, passphrase, work)
    await settle(work, dataDir)
    return manifest
  } catch (error) {
    throw diskError(error)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function unpack(path: string, passphrase: string, work: string): Promise<BackupManifest> {
  const folders = new Set([work])
  await mkdir(work, { mode: 0o700 })
  const manifest = await readBackup(path, passphrase, async (name) => {
    const target = join(work, name)
    for (let folder = dirname(target); !folders.has(folder); folder = dirname(folder))
      folders.add(folder)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    return fileSink(await open(target, 'wx', 0o600))
  })
  if (manifest.parts.some(({ name }) => name === DATABASE_PART))
    await inspectSnapshot(join(work, DATABASE_PART))
  for (const folder of folders) await syncFolder(folder)
  return manifest
}

async function settle(work: string, dataDir: string): Promise<void> {
  const names = await readdir(work)
  const isDatabase = (name: string) => name === DATABASE_PART
  for (const name of [...names.filter((one) => !isDatabase(one)), ...names.filter(isDatabase)]) {
    await rename(join(work, name), join(dataDir, name))
    await syncFolder(dataDir)
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
