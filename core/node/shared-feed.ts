import type { ConsultationFeed } from '../consultation/feed.ts'
import { throttleById } from '../transcription/throttle-by-id.ts'

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
