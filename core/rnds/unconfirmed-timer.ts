import { SETTLED_AFTER_MS } from './deliver-pace.ts'

/**
 * How long this process has known that the answer to a request was lost, by a clock that never
 * leaps: the calendar can be set, and would then settle in a second what is still on its way. A
 * restart begins anew, which only takes longer.
 */
export interface UnconfirmedTimer {
  /**
   * Whether the request can no longer arrive, and what arrived must be listed. The first question
   * starts the time.
   */
  isSettled(submissionId: string): boolean
  /** A new request begins, or all is known. */
  forget(submissionId: string): void
}

/** @param elapsedMs grows evenly, whatever happens to the calendar */
export function unconfirmedTimer(elapsedMs: () => number): UnconfirmedTimer {
  const since = new Map<string, number>()
  return {
    isSettled(submissionId) {
      const first = since.get(submissionId) ?? elapsedMs()
      since.set(submissionId, first)
      return elapsedMs() - first >= SETTLED_AFTER_MS
    },
    forget: (submissionId) => void since.delete(submissionId),
  }
}
