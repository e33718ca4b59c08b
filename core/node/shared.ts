import type { ConsultationFeed } from '../consultation/feed.ts'
import { throttleById } from '../transcription/throttle-by-id.ts'

/**
 * What callers asked of all servers that share a database. Counted here at once and shared in
 * groups, so that no request waits for it: what another server counted is known here half a second
 * later.
 */
export interface SharedCounts {
  /** Counts one request of `caller` here. @returns what the others counted of it */
  add(caller: string, windowS: number): Elsewhere
  /** Counts nothing. */
  find(caller: string, windowS: number): Elsewhere
}

export interface Elsewhere {
  /** In the stretch of time that runs; 0 until it is known. */
  count: number
  /** Until that stretch ends, in ms. */
  leftMs: number
}

/** Changes of one visit go to the other servers at most so often. */
const EVERY_MS = 300

/**
 * The feed of one of several servers: what is published here is also made known to the others, by
 * its consultation alone. They read what changed and publish it to their own watchers.
 */
export function sharedFeed(
  own: ConsultationFeed,
  makeKnown: (consultationId: string) => void,
): ConsultationFeed {
  const known = throttleById(EVERY_MS, makeKnown)
  return {
    ...own,
    publish(consultationId, news) {
      own.publish(consultationId, news)
      known.changed(consultationId)
    },
  }
}
