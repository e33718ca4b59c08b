import { type RateLimits, rateLimitsOf } from '../api/rate-limits.ts'
import type { Config } from '../config/settings.ts'

/** The contract's limits, with what the administrator sets for exchanges. */
export function exchangeLimits(config: Config): RateLimits {
  const { keyExchangesPerMinute, failedKeysPerMinute, tokensPerDoctorHour } = config
  return rateLimitsOf({ keyExchangesPerMinute, failedKeysPerMinute, tokensPerDoctorHour })
}
