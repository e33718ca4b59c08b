/**
 * Acts that no transaction holds (a file that is written, a model that is fetched) are put in the
 * audit's spool before they begin: who is killed between leaves a line that says so, and whoever
 * opens the audit next takes it into the chain. Acts about no person.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { placeless } from '../../core/audit/entry.ts'
import type { AuditAct } from '../../core/audit/ports.ts'
import { syncFolder, writeDurably } from '../durable-file.ts'
import { INTENT, NO_PROCESS } from './spool.ts'

export interface StampedAct {
  id: string
  at: Date
  act: AuditAct
}

export interface Intent {
  /** Done, as told now: it waits for whoever opens the audit, this process too. */
  done(acts: readonly StampedAct[]): Promise<void>
  /** Nothing came of it. */
  forget(): Promise<void>
}

/**
 * As long as this process lives nobody takes up what it is about to do.
 * @param folder `audit/`
 */
export async function intend(folder: string, acts: readonly StampedAct[]): Promise<Intent> {
  const spool = join(folder, 'spool')
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const name = `${randomBytes(6).toString('hex')}-${INTENT}.ndjson`
  const begun = join(spool, `${process.pid}-${name}`)
  const ended = join(spool, `${NO_PROCESS}-${name}`)
  await writeDurably(begun, linesOf(acts.map(withUnknownEnd)))
  return {
    async done(told) {
      await writeDurably(begun, linesOf(told))
      await rename(begun, ended)
      await syncFolder(spool)
    },
    async forget() {
      for (const path of [begun, ended]) await rm(path, { force: true })
    },
  }
}

function withUnknownEnd({ act, ...stamp }: StampedAct): StampedAct {
  return { ...stamp, act: { ...act, facts: { ...act.facts, ended: 'unknown' } } }
}

function linesOf(acts: readonly StampedAct[]): string {
  return acts
    .map(({ act, id, at }) =>
      JSON.stringify(placeless(act, { id, at, pseudonym: noPerson, sealPerson: noPerson })),
    )
    .map((line) => `${line}\n`)
    .join('')
}

function noPerson(): never {
  throw new Error('this act is about no person')
}
