/**
 * A proxy that takes no large bodies answers 413 with a page of its own, which a browser does not
 * show to a script of another origin: it looks like a network that is down. But small requests get
 * through. Said after two tries of which that is true: a line that broke once may hold next time.
 */
import { ApiError } from './api-client.ts'

/** Below this no proxy refuses: nginx takes 1 MB unless told otherwise, others more. */
const LARGE_BYTES = 256 * 1024
const TRIES = 2

export interface FrontRefusal {
  /**
   * For a try that failed.
   * @param ask a small request to the same server; rejects when it is not reached
   * @returns whether something in front of the server refuses a body of this size; after `maybe`
   * another try tells
   */
  judge(error: unknown, ask: () => Promise<unknown>): Promise<'yes' | 'maybe' | 'no'>
}

export function frontRefusal(bytes: number): FrontRefusal {
  let tries = 0
  return {
    async judge(error, ask) {
      if (!(error instanceof ApiError)) return 'no'
      // The server's own refusal has a code.
      if (error.status === 413) return error.code === 'internal_error' ? 'yes' : 'no'
      if (error.status !== 0 || bytes < LARGE_BYTES) return 'no'
      const answers = await ask().then(
        () => true,
        (failure) => failure instanceof ApiError && failure.status > 0,
      )
      if (!answers) return 'no'
      return ++tries >= TRIES ? 'yes' : 'maybe'
    },
  }
}
