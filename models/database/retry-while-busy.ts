/**
 * Waiting for SQLite's lock without holding a thread: the driver is told to fail at once, and asked
 * again a few milliseconds later. Within a process nobody waits for it (limit-writes.ts), so a
 * caller here waits for another process.
 */
import type { WriteLockRequest } from './write-lock-request.ts'

/** After that the caller gets `SQLITE_BUSY`. */
const PATIENCE_MS = 15_000
/** A checkpoint that readers hinder says so in its answer and can be left for later. */
const CHECKPOINT_PATIENCE_MS = 5000
const CHECKPOINT = /^PRAGMA wal_checkpoint/
/** Wait before other processes are asked to yield. */
const SILENT_MS = 40

type Done = (this: unknown, error: NodeJS.ErrnoException | null, rows?: unknown) => void

/** @param attempt asks the driver; called again while the database is locked */
export function retryWhileBusy(
  sql: string,
  wanted: WriteLockRequest,
  attempt: (done: Done) => void,
  done: Done,
): void {
  const since = performance.now()
  const patienceMs = CHECKPOINT.test(sql) ? CHECKPOINT_PATIENCE_MS : PATIENCE_MS
  let hasAsked = false

  function again() {
    attempt(function (error, ...rest) {
      const waitedMs = performance.now() - since
      if (isBusy(error, rest[0]) && waitedMs < patienceMs) {
        hasAsked ||= waitedMs > SILENT_MS
        if (hasAsked) wanted.request()
        setTimeout(again, pauseMs(waitedMs))
        return
      }
      if (hasAsked) wanted.withdraw()
      done.call(this, error, ...rest)
    })
  }
  again()
}

function isBusy(error: NodeJS.ErrnoException | null, rows: unknown): boolean {
  if (error) return error.code === 'SQLITE_BUSY'
  const [row] = Array.isArray(rows) ? rows : []
  return row?.busy === 1 && 'checkpointed' in row
}

/** Two that wait for each other's end do not look in step. */
function pauseMs(waitedMs: number): number {
  return (waitedMs < 2000 ? 3 : 12) * (1 + Math.random())
}
