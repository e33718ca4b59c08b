import type { Middleware } from 'koa'
import { isAppError } from '../../core/errors.ts'
import { countedAs } from '../client-address.ts'
import type { ApiState } from '../context.ts'
import type { Quota } from '../rate-limits.ts'
import { rateLimiter } from './rate-limit.ts'

/**
 * Upload addresses need no token, so anybody can try some: who has tried too many that are not
 * signed is refused before anything is looked up. The good ones of that address wait with it, for a
 * minute at most; a plugin tries again.
 */
export function failedUploads(quotas: readonly Quota[]): Middleware<ApiState> {
  const failures = rateLimiter('address', quotas)
  return async (ctx, next) => {
    const exhausted = await failures.peek(countedAs(ctx.ip))
    if (exhausted) throw exhausted
    try {
      await next()
    } catch (error) {
      if (isAppError(error) && error.code === 'signed_url_failed')
        await failures.count(countedAs(ctx.ip))
      throw error
    }
  }
}
