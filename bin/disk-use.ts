import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskUse } from '../cli/deps.ts'
import { AppError } from '../core/errors.ts'

/** How full the disk is that the data folder lies on, in bytes. */
export async function diskSpace(dataDir: string) {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}

/** The same, and what fills it; reads the size of every file. @throws {AppError} `data_folder_missing` */
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
