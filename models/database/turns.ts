/**
 * A queue within the process, for what waits badly elsewhere: a wait here costs neither a thread
 * nor a connection, and the order is the one in which turns were asked for.
 */
import { databaseBusy } from './faults.ts'

/**
 * After that somebody who waits is told that it is too much. A turn waits at most as long for other
 * processes (sqlite-connections.ts).
 */
const PATIENCE_MS = 30_000

export interface Turns {
  /**
   * Runs `work` when its turn has come. @throws {AppError} `service_unavailable` when none came in
   * time; what `work` throws
   */
  take<Result>(work: () => Promise<Result>): Promise<Result>
}

/** @param atATime how many may be at work at once */
export function turns(atATime: number, patienceMs = PATIENCE_MS): Turns {
  const waiting: (() => void)[] = []
  let running = 0

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(called), 1)
        reject(databaseBusy(new Error(`no turn at the database in ${patienceMs} ms`)))
      }, patienceMs)
      waiting.push(called)
    })
  }

  return {
    async take(work) {
      if (running >= atATime) await turn()
      else running++
      try {
        return await work()
      } finally {
        // The place is handed on: who comes meanwhile does not overtake.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
