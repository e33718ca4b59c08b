/**
 * What browsers fetch without a token: the plugin in every version kept here, and the legacy frame.
 */
import { embedRoutes } from '../../api/embed/routes.ts'
import { type RateLimits, rateLimitsOf, sharedLimits } from '../../api/rate-limits.ts'
import { pluginRouter } from '../../api/static/plugin.ts'
import { keepPluginBuild } from '../../api/static/plugin-files.ts'
import type { Config } from '../../config/settings.ts'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import type { Log } from '../../core/log.ts'
import type { SharedCounts } from '../../core/node/shared.ts'
import type { Platform } from '../platform.ts'
import { pluginPlaces } from '../plugin-places.ts'

interface Deps {
  config: Config
  platform: Platform
  access: AccessUseCases
  /** Of several servers; null: one serves. */
  counts: SharedCounts | null
  log: Log
}

/** An archive that cannot be written costs hosts of a later version their pinned
 * address, not this start.
 */
export async function openPages({ config, platform, access, counts, log }: Deps) {
  const places = pluginPlaces(config, platform)
  await keepPluginBuild(places).catch((err) => log.warn('plugin.not_kept', { err }))
  // Long-lived and good for the whole organization: such tokens belong in no address, least of all
  // in a hospital's.
  if (config.allowQueryTokens === 'all') log.warn('embed.auth_tokens_in_addresses')
  const limits = exchangeLimits(config, counts)
  return {
    pageRouters: [
      pluginRouter(places),
      embedRoutes({ access, queryTokens: config.allowQueryTokens, limits, log }),
    ],
  }
}

/**
 * The contract's limits, with what the administrator sets for exchanges.
 * @param counts of several servers; null: one serves
 */
export function exchangeLimits(config: Config, counts: SharedCounts | null): RateLimits {
  const { keyExchangesPerMinute, failedKeysPerMinute, tokensPerDoctorHour } = config
  const limits = rateLimitsOf({ keyExchangesPerMinute, failedKeysPerMinute, tokensPerDoctorHour })
  return counts ? sharedLimits(limits, counts) : limits
}
