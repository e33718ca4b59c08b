import type { Middleware } from 'koa'
import type { Principal } from '../../core/access/principal.ts'
import { AppError } from '../../core/errors.ts'
import { type ApiState, principalOf } from '../context.ts'
import { type Quota, type RateLimits, requestsAtOnce } from '../rate-limits.ts'
import { rateLimiter, type Usage } from './rate-limit.ts'
import { sharedQuota } from './shared-quota.ts'

/** Which limits a route falls under. */
export type LimitGroup = 'requests' | 'audio'

/**
 * Limits of authenticated requests, per token and per organization (SPEC-GAPS 1.13). What an
 * organization has is shared over its doctors, by whom the token names, or over tokens that name
 * none. Every answer says where the token stands, in the fields of
 * draft-ietf-httpapi-ratelimit-headers. Audio frames over HTTP have a limit of their own: a
 * recording in real time must not use up what its doctor may click. What is under way at the same
 * time is limited as well: unfinished bodies are held in memory.
 */
export function tokenRateLimits(limits: RateLimits): Record<LimitGroup, Middleware<ApiState>> {
  const organization = sharedQuota('organization', limits.organization)

  return {
    requests: perToken(limits.token, requestsAtOnce.requests, (principal) => {
      const refusal = organization.count(principal.organizationId, principal.named)
      if (refusal) throw refusal
    }),
    audio: perToken(limits.audio, requestsAtOnce.audio),
  }
}

function perToken(
  quotas: readonly Quota[],
  mostAtOnce: number,
  countOrganization?: (principal: Principal) => void,
): Middleware<ApiState> {
  const limiter = rateLimiter('token', quotas)
  const underWay = new Map<string, number>()
  const policy = quotas.map(({ name, quota, windowS }) => `"${name}";q=${quota};w=${windowS}`)

  return async (ctx, next) => {
    const principal = principalOf(ctx)
    const { tokenId } = principal
    const { usages, refusal } = await limiter.count(tokenId)
    ctx.set('RateLimit-Policy', policy.join(', '))
    ctx.set('RateLimit', usages.map(field).join(', '))
    if (refusal) throw refusal
    countOrganization?.(principal)
    const before = underWay.get(tokenId) ?? 0
    if (before >= mostAtOnce) throw tooManyAtOnce()
    underWay.set(tokenId, before + 1)
    try {
      await next()
    } finally {
      const left = (underWay.get(tokenId) ?? 1) - 1
      if (left > 0) underWay.set(tokenId, left)
      else underWay.delete(tokenId)
    }
  }
}

function tooManyAtOnce(): AppError {
  const message = 'Requisições demais ao mesmo tempo. Espere as respostas.'
  const details = [{ limit: 'at_once', scope: 'token', retry_after: 1 }]
  return new AppError('busy', 'rate_limited', message, { details, retryAfterS: 1 })
}

function field({ quota, remaining, resetS }: Usage): string {
  return `"${quota.name}";r=${remaining};t=${resetS}`
}
