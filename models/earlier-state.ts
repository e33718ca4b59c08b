/**
 * A note in a data folder whose database is an earlier state than the world's: it was restored from
 * a backup, or put back by the way back of an upgrade. What waited to leave in that state may have
 * left since, from the box that went on. Laid in before anybody is served; the first start acts on
 * it, and only then takes it away.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from './durable-file.ts'

const NOTE = 'earlier-state.json'

const Note = z.object({ at: z.iso.datetime() })

/** @param at when it became the state of this folder: what it knows of may have left until then */
export const keepEarlierState = (dataDir: string, at: Date) =>
  writeDurably(join(dataDir, NOTE), `${JSON.stringify({ at: at.toISOString() })}\n`)

/**
 * @returns null where the folder's state is the newest there is; `now` where the note cannot be
 * read
 */
export async function findEarlierState(dataDir: string, now: Date): Promise<Date | null> {
  try {
    return new Date(Note.parse(JSON.parse(await readFile(join(dataDir, NOTE), 'utf8'))).at)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : now
  }
}

export const dropEarlierState = (dataDir: string) => rm(join(dataDir, NOTE), { force: true })
