import type { Middleware } from 'koa'
import { isAppError } from '../../core/errors.ts'
import { countedAs } from '../client-address.ts'
import type { ApiState } from '../context.ts'
import type { Quota } from '../rate-limits.ts'
import { rateLimiter } from './rate-limit.ts'

/**
 * Upload addresses need no token, so anybody can try some: who has tried too many that are not
 * signed is told to wait. The good ones of that address go on, as with keys
 * (`integration/authenticate-key.ts`): a hospital may come from one.
 */
export function failedUploads(quotas: readonly Quota[]): Middleware<ApiState> {
  const failures = rateLimiter('address', quotas)
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (!isAppError(error) || error.code !== 'signed_url_failed') throw error
      const { refusal } = await failures.count(countedAs(ctx.ip))
      throw refusal ?? error
    }
  }
}
