import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import type { TableFile, TableFiles } from '../core/terminology/import/import-tables.ts'

/** Files of official tables on this computer's disk. */
export const tableFiles: TableFiles = {
  async list(paths) {
    const found = await Promise.all(paths.map(listOne))
    // Named twice, itself and by its folder, is still one file.
    return [...new Map(found.flat().map((file) => [file.path, file])).values()]
  },
}

async function listOne(path: string): Promise<TableFile[]> {
  const entry = await stat(path).catch(refuse(path))
  if (!entry.isDirectory()) return [fileAt(path, entry.size, true)]
  const names = (await readdir(path).catch(refuse(path))).sort()
  const entries = await Promise.all(
    names.map(async (name) => ({ name, entry: await stat(join(path, name)).catch(() => null) })),
  )
  return entries.flatMap(({ name, entry: inner }) =>
    inner?.isFile() ? [fileAt(join(path, name), inner.size, false)] : [],
  )
}

function fileAt(path: string, sizeBytes: number, named: boolean): TableFile {
  return { path, sizeBytes, named, read: () => readFile(path).catch(refuse(path)) }
}

function refuse(path: string) {
  return (cause: unknown): never => {
    throw new AppError('not-found', 'file_not_readable', `${path} cannot be read.`, { cause })
  }
}
