import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { timeOfBackup } from '../../core/backup/names.ts'
import type { BackupMemory, BackupShelf, ListedBackup } from '../../core/backup/ports.ts'
import { writeDurably } from '../durable-file.ts'
import { insistOnAnswer } from './folder-faults.ts'

/** @param isElsewhere it may be on a share, whose server may be gone */
export function backupShelf(folder: string, isElsewhere = false): BackupShelf {
  return {
    folder,
    async list() {
      if (isElsewhere) await insistOnAnswer(folder)
      const found: ListedBackup[] = []
      for (const name of await readdir(folder).catch(noneIfMissing)) {
        const at = timeOfBackup(name)
        const path = join(folder, name)
        const about = at && (await stat(path).catch(() => null))
        if (at && about?.isFile()) found.push({ name, path, at, sizeBytes: about.size })
      }
      return found.sort((one, other) => other.at.getTime() - one.at.getTime())
    },
    remove: (name) => rm(join(folder, name)),
  }
}

const Last = z.object({
  at: z.iso.datetime(),
  failure: z.string().nullable(),
  path: z.string().optional(),
})

/** @param path of a small file; one that cannot be read counts as none */
export function backupMemory(path: string): BackupMemory {
  return {
    async read() {
      try {
        const { at, ...last } = Last.parse(JSON.parse(await readFile(path, 'utf8')))
        return { at: new Date(at), ...last }
      } catch {
        return null
      }
    },
    async write({ at, ...last }) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeDurably(path, `${JSON.stringify({ at: at.toISOString(), ...last })}\n`)
    },
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
