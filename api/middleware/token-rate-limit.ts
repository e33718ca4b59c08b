import type { Middleware } from 'koa'
import { type ApiState, principalOf } from '../context.ts'
import type { Quota, RateLimits } from '../rate-limits.ts'
import { rateLimiter, type Usage } from './rate-limit.ts'

/** Which limits a route falls under. */
export type LimitGroup = 'requests' | 'audio'

/**
 * Limits of authenticated requests, per token and per organization (SPEC-GAPS 1.13). Every answer says where the
 * token stands, in the fields of draft-ietf-httpapi-ratelimit-headers. Audio frames over HTTP have a limit of
 * their own: a recording in real time must not use up what its doctor may click.
 */
export function tokenRateLimits(limits: RateLimits): Record<LimitGroup, Middleware<ApiState>> {
  const organization = rateLimiter('organization', limits.organization)

  return {
    requests: perToken(limits.token, async (organizationId) => {
      const { refusal } = await organization.count(organizationId)
      if (refusal) throw refusal
    }),
    audio: perToken(limits.audio),
  }
}

function perToken(
  quotas: readonly Quota[],
  countOrganization?: (organizationId: string) => Promise<void>,
): Middleware<ApiState> {
  const limiter = rateLimiter('token', quotas)
  const policy = quotas.map(({ name, quota, windowS }) => `"${name}";q=${quota};w=${windowS}`)

  return async (ctx, next) => {
    const { tokenId, organizationId } = principalOf(ctx)
    const { usages, refusal } = await limiter.count(tokenId)
    ctx.set('RateLimit-Policy', policy.join(', '))
    ctx.set('RateLimit', usages.map(field).join(', '))
    if (refusal) throw refusal
    await countOrganization?.(organizationId)
    await next()
  }
}

function field({ quota, remaining, resetS }: Usage): string {
  return `"${quota.name}";r=${remaining};t=${resetS}`
}
