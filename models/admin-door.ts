/**
 * The notes about the page for administration, in the data folder: `svcctl` writes them beside the
 * service, which reads them at each look.
 */
import { readFileSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AdminDoor } from '../core/admin-page/code.ts'
import { writeDurably } from './durable-file.ts'

/** Both are left out of backups (data-parts.ts). */
const CODE = 'admin-code.json'
const CLOSED = 'admin-closed.json'

const Code = z.object({ hash: z.string(), until: z.iso.datetime(), by: z.string() })
const Closed = z.object({ mark: z.string() })

export function adminDoor(dataDir: string): AdminDoor {
  const codePath = join(dataDir, CODE)
  const closedPath = join(dataDir, CLOSED)

  return {
    keepCode: ({ hash, until, by }) =>
      writeDurably(codePath, `${JSON.stringify({ hash, until, by })}\n`),

    findCode() {
      const note = Code.safeParse(parsed(codePath))
      return note.success ? { ...note.data, until: new Date(note.data.until) } : null
    },

    async takeCode(hash) {
      // A name of this code's own: of several that ask at once, one finds it to rename.
      const taken = `${codePath}.${hash.slice(0, 16)}.new`
      try {
        await rename(codePath, taken)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
        throw error
      }
      const note = Code.safeParse(JSON.parse(await readFile(taken, 'utf8')))
      const isIt = note.success && note.data.hash === hash
      // Another one was made in between: it stays.
      if (isIt) await rm(taken)
      else await rename(taken, codePath)
      return isIt
    },

    async close(mark) {
      await writeDurably(closedPath, `${JSON.stringify({ mark })}\n`)
      await rm(codePath, { force: true })
    },

    closedBy() {
      const note = parsed(closedPath)
      if (note === undefined) return null
      const read = Closed.safeParse(note)
      // It says that sessions end; which ones, nobody knows.
      return read.success ? read.data.mark : 'unreadable'
    },
  }
}

/** Undefined: it is not there. Null: it cannot be read. */
function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : null
  }
}
