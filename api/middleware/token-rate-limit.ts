import type { Middleware } from 'koa'
import type { Principal } from '../../core/access/principal.ts'
import { AppError } from '../../core/errors.ts'
import { type ApiState, principalOf } from '../context.ts'
import { type Quota, type RateLimits, requestsAtOnce } from '../rate-limits.ts'
import { rateLimited, rateLimiter, type Usage } from './rate-limit.ts'

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

interface SharedQuota {
  /**
   * Counts one request of `party`, one of the members of `group`.
   * @returns the refusal, where the quotas are used up and the party has had its share of them
   */
  count(group: string, party: string): AppError | undefined
}

interface Window {
  endsMs: number
  total: number
  ofParty: Map<string, number>
}

/**
 * Quotas of a whole group that no member uses up for the others: first come, first served until one
 * is used up, and from then on for those who have had less than an equal share of it. So a group
 * may get somewhat more than its quota (its members that come late, a share each), and a flood
 * nothing beyond it.
 * @param scope whose limit it is, for the error's details
 */
function sharedQuota(scope: string, quotas: readonly Quota[]): SharedQuota {
  const counters = quotas.map((quota) => ({ quota, windows: new Map<string, Window>() }))

  return {
    count(group, party) {
      const nowMs = performance.now()
      for (const { quota, windows } of counters) {
        const window = windowOf(windows, group, nowMs, quota)
        const own = (window.ofParty.get(party) ?? 0) + 1
        window.ofParty.set(party, own)
        window.total++
        const share = quota.quota / window.ofParty.size
        const { shared } = quota
        const total = window.total + (shared?.add(group).count ?? 0)
        const ofParty = own + (shared?.add(`${group} ${party}`).count ?? 0)
        if (total > quota.quota && ofParty > share)
          return rateLimited(scope, quota, window.endsMs - nowMs)
      }
      return undefined
    },
  }
}

function windowOf(
  windows: Map<string, Window>,
  group: string,
  nowMs: number,
  { windowS }: Quota,
): Window {
  const open = windows.get(group)
  if (open && open.endsMs > nowMs) return open
  const window = { endsMs: nowMs + windowS * 1000, total: 0, ofParty: new Map() }
  windows.set(group, window)
  return window
}
