/**
 * Fairness between processes that write one SQLite file. The lock has no queue: a server that
 * commits without a pause takes it again before `svcctl` has tried. A process that has waited too
 * long creates an empty file next to the database. A process about to write pauses briefly when it
 * sees the file. Nothing is lost when the file is missing or left over: it is a courtesy.
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longest pause for a waiting process: many times its interval between two tries. */
const GIVEN_MS = 60
const LOOK_EVERY_MS = 3

export interface WriteLockRequest {
  /** Asks for the lock, which another process holds. */
  request(): void
  /** Ends the request: this process has the lock, or has given up. */
  withdraw(): void
  /** Pauses before a write while another process asks for the lock. */
  yieldToWaiter(): Promise<void>
}

/** @param databasePath of the SQLite file */
export function writeLockRequest(databasePath: string): WriteLockRequest {
  const path = `${databasePath}-wanted`
  function remove() {
    try {
      rmSync(path, { force: true })
    } catch {
      // Not worth a failure: a process that sees the file pauses once for nothing.
    }
  }

  return {
    request() {
      if (existsSync(path)) return
      try {
        closeSync(openSync(path, 'a', 0o600))
      } catch {
        // Without the file the next try is left to luck.
      }
    },
    withdraw: remove,
    async yieldToWaiter() {
      if (!existsSync(path)) return
      for (let givenMs = 0; givenMs < GIVEN_MS && existsSync(path); givenMs += LOOK_EVERY_MS)
        await sleep(LOOK_EVERY_MS)
      // Left over from a killed process; a process that still waits creates it again.
      remove()
    },
  }
}
