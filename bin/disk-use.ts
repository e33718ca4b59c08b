import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskUse } from '../cli/deps.ts'
import { AppError } from '../core/errors.ts'

/** How the data folder fills its disk. @throws {AppError} `data_folder_missing` */
export async function diskUse(dataDir: string): Promise<DiskUse> {
  const disk = await statfs(dataDir).catch((cause: unknown) => {
    throw new AppError(
      'not-found',
      'data_folder_missing',
      `${dataDir} does not exist. Make it: svcctl init`,
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
    freeBytes: disk.bavail * disk.bsize,
    totalBytes: disk.blocks * disk.bsize,
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
