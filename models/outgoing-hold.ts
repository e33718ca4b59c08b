/**
 * Whether a data folder tells anybody anything: a note in it, which goes where the folder goes, is
 * never part of a backup, and is laid in by a restore before the database has its place. Read at
 * each look: another process may take it away.
 */
import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { FindHold, OutgoingHold } from '../core/outgoing/hold.ts'
import { writeDurably } from './durable-file.ts'

/** Left out of backups (data-parts.ts): a restore writes its own. */
export const HOLD_NOTE = 'outgoing-held.json'

const Note = z.object({
  since: z.iso.datetime(),
  because: z.enum(['restored', 'administrator']),
  madeAt: z.iso.datetime().nullable(),
})

export function outgoingHold(dataDir: string): FindHold {
  const path = join(dataDir, HOLD_NOTE)
  return () => {
    try {
      const { since, because, madeAt } = Note.parse(JSON.parse(readFileSync(path, 'utf8')))
      return { since: new Date(since), because, madeAt: madeAt === null ? null : new Date(madeAt) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      return { since: changedAt(path), because: 'unreadable', madeAt: null }
    }
  }
}

/** Whole or not at all, on the disk when it returns. */
export const keepHold = (
  dataDir: string,
  { since, because, madeAt }: OutgoingHold & { because: 'restored' | 'administrator' },
): Promise<void> =>
  writeDurably(join(dataDir, HOLD_NOTE), `${JSON.stringify({ since, because, madeAt })}\n`)

export const dropHold = (dataDir: string) => rm(join(dataDir, HOLD_NOTE), { force: true })

function changedAt(path: string): Date {
  return statSync(path, { throwIfNoEntry: false })?.mtime ?? new Date(0)
}
