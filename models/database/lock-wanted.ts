/**
 * Fairness between processes that write one SQLite file. Its lock knows no queue: a server that commits without rest takes it again
 * before `svcctl` has looked. Who has waited for a while says so with an empty file beside the database, and who would begin the
 * next write lets it go first, for a moment. Nothing is lost when the file is missing or left behind: it is a courtesy.
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long the one who wants it is given: many times its pause between two looks. */
const GIVEN_MS = 60
const LOOK_EVERY_MS = 3

export interface LockWanted {
  /** For who waits: somebody else holds the lock. */
  want(): void
  /** For who waited: it has the lock, or has given up. */
  done(): void
  /** For who would begin. */
  giveWay(): Promise<void>
}

/** @param databasePath of the SQLite file */
export function lockWanted(databasePath: string): LockWanted {
  const path = `${databasePath}-wanted`
  function remove() {
    try {
      rmSync(path, { force: true })
    } catch {
      // It is not worth a failure: who finds it waits a moment for nobody.
    }
  }

  return {
    want() {
      if (existsSync(path)) return
      try {
        closeSync(openSync(path, 'a', 0o600))
      } catch {
        // A folder that takes no file: then it is only luck.
      }
    },
    done: remove,
    async giveWay() {
      if (!existsSync(path)) return
      for (let givenMs = 0; givenMs < GIVEN_MS && existsSync(path); givenMs += LOOK_EVERY_MS)
        await sleep(LOOK_EVERY_MS)
      // Left by somebody who was killed; who still waits puts it there again.
      remove()
    },
  }
}
