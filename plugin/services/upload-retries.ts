/**
 * Doing it again while the network or the server is away: with growing pauses, sooner when the
 * browser says it is back.
 */
import { ApiError } from './api-client.ts'

export interface RetryDeps {
  now(): number
  /** Ends early when the browser comes online; rejects with `signal.reason`. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

interface Options {
  signal: AbortSignal
  /** The last try failed and another one follows, or one has just succeeded. */
  onWaiting(waiting: boolean): void
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000]
/** From the first failure in a row to giving up. */
const GIVE_UP_AFTER_MS = 120_000

/** @throws what the last try threw, at once where another one would not help */
export async function withRetries<T>(
  { now, pause }: RetryDeps,
  { signal, onWaiting }: Options,
  work: () => Promise<T>,
): Promise<T> {
  let failingSince: number | undefined
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted()
    try {
      const result = await work()
      if (attempt > 0) onWaiting(false)
      return result
    } catch (error) {
      // A large file may have been on its way for longer than that before its line broke.
      failingSince ??= now()
      if (!isPassing(error) || now() - failingSince > GIVE_UP_AFTER_MS) throw error
      signal.throwIfAborted()
      onWaiting(true)
      await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!, signal)
    }
  }
}

export function browserPause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      removeEventListener('online', online)
      signal.removeEventListener('abort', aborted)
      settle()
    }
    const online = end(resolve)
    const aborted = end(() => reject(signal.reason))
    const timer = setTimeout(online, ms)
    addEventListener('online', online)
    signal.addEventListener('abort', aborted)
    if (signal.aborted) aborted()
  })
}

/**
 * Unreachable, too fast, a fault of the server's that may be over soon, or bytes that arrived in
 * part.
 */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  return status === 0 || status === 429 || status >= 500 || code === 'upload_failed'
}
