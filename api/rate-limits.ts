/**
 * How much a caller may ask (spec §8, SPEC-GAPS 1.13). Numbers only; the counting is in
 * middleware/rate-limit.ts.
 */

/** `quota` requests in each stretch of `windowS` seconds. */
export interface Quota {
  name: 'second' | 'minute' | 'hour'
  quota: number
  windowS: number
}

/** Shortest window first: a burst that is refused does not eat the hour. */
export interface RateLimits {
  /** Of each session or consultation token. */
  token: readonly Quota[]
  /** Of all tokens of an organization together: tokens can be minted, organizations cannot. */
  organization: readonly Quota[]
  /**
   * Of each token, for audio frames sent over HTTP: two channels live and a backlog beside them.
   */
  audio: readonly Quota[]
  /** Of each key, at the two exchange endpoints. */
  key: readonly Quota[]
  /** Keys that are not valid, from one address. */
  failedKeys: readonly Quota[]
  /** Upload addresses that are not valid, from one address. */
  failedUploads: readonly Quota[]
}

export const contractRateLimits: RateLimits = {
  token: [second(10), { name: 'hour', quota: 1000, windowS: 3600 }],
  organization: [second(200), { name: 'hour', quota: 100_000, windowS: 3600 }],
  audio: [second(100)],
  key: [{ name: 'minute', quota: 60, windowS: 60 }],
  failedKeys: [{ name: 'minute', quota: 10, windowS: 60 }],
  failedUploads: [{ name: 'minute', quota: 120, windowS: 60 }],
}

/**
 * Of each token, under way at the same time: their bodies are held in memory, up to a megabyte
 * each, or four of audio.
 */
export const requestsAtOnce = { requests: 64, audio: 16 }

function second(quota: number): Quota {
  return { name: 'second', quota, windowS: 1 }
}
