/**
 * What an `init` was told, kept in the data folder from before it makes anything until its key was
 * shown: the next one goes on from it.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { UnfinishedInit } from '../cli/subject-deps.ts'
import { writeDurably } from '../models/durable-file.ts'

/** Left out of backups (models/backup/data-parts.ts). */
const NOTE = 'init-unfinished.json'

const Note = z.object({
  organization: z.string(),
  user: z.string(),
  keyName: z.string(),
  origins: z.array(z.string()),
})

export function unfinishedInit(dataDir: string): UnfinishedInit {
  const path = join(dataDir, NOTE)
  return {
    async find() {
      if (!existsSync(path)) return null
      try {
        return Note.parse(JSON.parse(await readFile(path, 'utf8')))
      } catch (error) {
        // What nobody can read says nothing: as if it had broken off before its first step.
        if (error instanceof SyntaxError || error instanceof z.ZodError) return null
        throw error
      }
    },
    async keep(answers) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await writeDurably(path, `${JSON.stringify(Note.parse(answers))}\n`)
    },
    async drop() {
      // Also what one that was killed has left of writing it.
      const notes = (await readdir(dataDir)).filter((name) => name.startsWith(NOTE))
      for (const name of notes) await rm(join(dataDir, name), { force: true })
    },
  }
}
