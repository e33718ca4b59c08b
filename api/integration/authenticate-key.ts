import type { Middleware } from 'koa'
import type { Credential } from '../../core/access/access.ts'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import { isAppError } from '../../core/errors.ts'
import { countedAs } from '../client-address.ts'
import type { ApiState } from '../context.ts'
import { rateLimiter } from '../middleware/rate-limit.ts'
import type { RateLimits } from '../rate-limits.ts'

interface Deps {
  access: Pick<AccessUseCases, 'authenticateKey' | 'hasKey'>
  limits: Pick<RateLimits, 'key' | 'failedKeys'>
}

/**
 * Checks header `x-svc-token` and leaves the credential (spec §5.1). Limits: per key, and for keys
 * that are not valid per address (SPEC-GAPS 1.13). An address that has used up its failures is
 * answered without a read of its own, but a good key goes on working, after a restart too: behind a
 * proxy or a NAT one misconfigured program must not lock out the whole hospital, and 256 random
 * bits are not guessed.
 */
export function keyAuthentication({ access, limits }: Deps): Middleware<ApiState> {
  const perKey = rateLimiter('key', limits.key)
  const failures = rateLimiter('address', limits.failedKeys)

  return async (ctx, next) => {
    const secret = ctx.get('x-svc-token')
    const exhausted = await failures.peek(countedAs(ctx.ip))
    if (exhausted && !(await access.hasKey(secret))) throw exhausted
    let credential: Credential
    try {
      credential = await access.authenticateKey(secret)
    } catch (error) {
      if (isAppError(error) && error.code === 'invalid_api_key')
        await failures.count(countedAs(ctx.ip))
      throw error
    }
    const { refusal } = await perKey.count(credential.key.id)
    if (refusal) throw refusal
    ctx.state.credential = credential
    return next()
  }
}
