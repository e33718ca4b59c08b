import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskUse } from '../cli/deps.ts'
import type { DataDisk } from '../cli/disk-fault.ts'
import { AppError } from '../core/errors.ts'

/** How full the disk is that the data folder lies on, in bytes. */
export async function diskSpace(dataDir: string) {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}

/** Null where the folder is not there. */
export async function dataDisk(dataDir: string): Promise<DataDisk | null> {
  const space = await diskSpace(dataDir).catch(() => null)
  if (space === null) return null
  const writable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  )
  return { dataDir, free: space.free_bytes, writable }
}

/**
 * The same, and what fills it; reads the size of every file. @throws {AppError}
 * `data_folder_missing`
 */
export async function diskUse(dataDir: string): Promise<DiskUse> {
  const space = await diskSpace(dataDir).catch((cause: unknown) => {
    throw new AppError(
      'not-found',
      'data_folder_missing',
      `There is no data folder ${dataDir}. Make it: svcctl init`,
      { cause },
    )
  })
  const names = ['audio', 'files', 'models', 'backups']
  const folders = await Promise.all(
    names.map(async (name) => ({ name, sizeBytes: await folderSize(join(dataDir, name)) })),
  )
  const database = await Promise.all(
    ['svc.sqlite', 'svc.sqlite-wal'].map((file) => fileSize(join(dataDir, file))),
  )
  return {
    freeBytes: space.free_bytes,
    totalBytes: space.total_bytes,
    parts: [{ name: 'database', sizeBytes: database.reduce((a, b) => a + b) }, ...folders].filter(
      ({ sizeBytes }) => sizeBytes > 0,
    ),
  }
}

async function folderSize(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  let total = 0
  for (const entry of entries) {
    const inner = join(path, entry.name)
    total += entry.isDirectory() ? await folderSize(inner) : await fileSize(inner)
  }
  return total
}

/** A file may go while we count. */
async function fileSize(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}
