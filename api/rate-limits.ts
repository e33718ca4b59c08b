/**
 * How much a caller may ask (spec §8, SPEC-GAPS 1.13). Numbers only; the counting is in
 * middleware/rate-limit.ts.
 */

import type { Elsewhere, SharedCounts } from '../core/node/shared.ts'

/** `quota` requests in each stretch of `windowS` seconds. */
export interface Quota {
  name: 'second' | 'minute' | 'hour'
  quota: number
  windowS: number
  /** What other servers count of it; absent: one serves. */
  shared?: { add(caller: string): Elsewhere; find(caller: string): Elsewhere }
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
  /** Of each doctor that tokens are asked for by name: a token has limits of its own. */
  doctorTokens: readonly Quota[]
  /** Keys that are not valid, from one address. */
  failedKeys: readonly Quota[]
  /** Upload addresses that are not valid, from one address. */
  failedUploads: readonly Quota[]
}

/** What an administrator may set. */
export interface ExchangeLimits {
  keyExchangesPerMinute: number
  failedKeysPerMinute: number
  tokensPerDoctorHour: number
}

/** The rest is the contract's. */
export function rateLimitsOf(set: ExchangeLimits): RateLimits {
  return {
    ...contractRateLimits,
    key: [minute(set.keyExchangesPerMinute)],
    failedKeys: [minute(set.failedKeysPerMinute)],
    doctorTokens: [hour(set.tokensPerDoctorHour)],
  }
}

/** The same limits, of all servers together. */
export function sharedLimits(limits: RateLimits, counts: SharedCounts): RateLimits {
  const shared = (field: string, quotas: readonly Quota[]) =>
    quotas.map((quota) => ({
      ...quota,
      shared: {
        add: (caller: string) => counts.add(`${field} ${caller}`, quota.windowS),
        find: (caller: string) => counts.find(`${field} ${caller}`, quota.windowS),
      },
    }))
  return {
    token: shared('token', limits.token),
    organization: shared('organization', limits.organization),
    audio: shared('audio', limits.audio),
    key: shared('key', limits.key),
    doctorTokens: shared('doctorTokens', limits.doctorTokens),
    failedKeys: shared('failedKeys', limits.failedKeys),
    failedUploads: shared('failedUploads', limits.failedUploads),
  }
}

export const contractRateLimits: RateLimits = {
  token: [second(10), hour(1000)],
  organization: [second(200), hour(100_000)],
  audio: [second(100)],
  key: [minute(60)],
  doctorTokens: [hour(600)],
  failedKeys: [minute(10)],
  failedUploads: [minute(120)],
}

/**
 * Of each token, under way at the same time: their bodies are held in memory, up to a megabyte
 * each, or four of audio.
 */
export const requestsAtOnce = { requests: 64, audio: 16 }

function minute(quota: number): Quota {
  return { name: 'minute', quota, windowS: 60 }
}

function hour(quota: number): Quota {
  return { name: 'hour', quota, windowS: 3600 }
}

function second(quota: number): Quota {
  return { name: 'second', quota, windowS: 1 }
}
