/**
 * Whether the running service takes new visits: a note in the data folder, which `svcctl drain`
 * lays there, and which a service that starts takes away. Read at each look: another process writes
 * it.
 */
import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { FindDrain } from '../core/drain/drain.ts'
import { writeDurably } from './durable-file.ts'

/** Left out of backups (data-parts.ts). */
const NOTE = 'draining.json'
const Note = z.object({ since: z.iso.datetime() })

export function drainNote(dataDir: string) {
  const path = join(dataDir, NOTE)
  const find: FindDrain = () => {
    try {
      return { since: new Date(Note.parse(JSON.parse(readFileSync(path, 'utf8'))).since) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      return { since: statSync(path, { throwIfNoEntry: false })?.mtime ?? new Date(0) }
    }
  }
  return {
    find,
    keep: (since: Date) => writeDurably(path, `${JSON.stringify({ since })}\n`),
    drop: () => rm(path, { force: true }),
  }
}
