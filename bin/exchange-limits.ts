import { type RateLimits, rateLimitsOf, sharedLimits } from '../api/rate-limits.ts'
import type { Config } from '../config/settings.ts'
import type { SharedCounts } from '../core/node/shared-counts.ts'

/**
 * The contract's limits, with what the administrator sets for exchanges.
 * @param counts of several servers; null: one serves
 */
export function exchangeLimits(config: Config, counts: SharedCounts | null): RateLimits {
  const { keyExchangesPerMinute, failedKeysPerMinute, tokensPerDoctorHour } = config
  const limits = rateLimitsOf({ keyExchangesPerMinute, failedKeysPerMinute, tokensPerDoctorHour })
  return counts ? sharedLimits(limits, counts) : limits
}
