/**
 * Counts requests in memory: each process on its own, and from zero after a restart. A limit
 * protects the box from a runaway caller, and for that it need not be exact to the request; a
 * shared counter would put a write in front of every request.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError, type ErrorDetail } from '../../core/errors.ts'
import type { Quota } from '../rate-limits.ts'

/** Where one caller stands with one quota. */
export interface Usage {
  quota: Quota
  remaining: number
  /** Whole seconds until the window ends. */
  resetS: number
}

export interface Count {
  /** In the order of the quotas, up to the one that refuses. */
  usages: Usage[]
  /** `rate_limited`, to be thrown once the usages are told. */
  refusal: AppError | undefined
}

export interface RateLimiter {
  /** Counts one request of `caller`. */
  count(caller: string): Promise<Count>
  /** The refusal the next request would meet; counts nothing. */
  peek(caller: string): Promise<AppError | undefined>
}

/** @param scope whose limit it is, for the error's details */
export function rateLimiter(scope: string, quotas: readonly Quota[]): RateLimiter {
  const counters = quotas.map((quota) => ({
    quota,
    counter: new RateLimiterMemory({ points: quota.quota, duration: quota.windowS }),
  }))

  return {
    async count(caller) {
      const usages: Usage[] = []
      for (const { quota, counter } of counters) {
        const result = await counter.consume(caller).catch(overdrawn)
        const resetS = secondsOf(result.msBeforeNext, quota)
        usages.push({ quota, remaining: result.remainingPoints, resetS })
        if (result.consumedPoints > quota.quota)
          return { usages, refusal: rateLimited(scope, quota, result.msBeforeNext) }
      }
      return { usages, refusal: undefined }
    },
    async peek(caller) {
      for (const { quota, counter } of counters) {
        const result = await counter.get(caller)
        if (result && result.consumedPoints >= quota.quota)
          return rateLimited(scope, quota, result.msBeforeNext)
      }
      return undefined
    },
  }
}

/** The library rejects with the count when there is none left, and with an error when it broke. */
function overdrawn(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason
  throw reason
}

/**
 * No longer than the window, whatever a clock says that was set meanwhile: it is a timer that ends
 * it.
 */
function secondsOf(msBeforeNext: number, { windowS }: Quota): number {
  return Math.min(windowS, Math.max(1, Math.ceil(msBeforeNext / 1000)))
}

/** @param scope whose limit it is */
export function rateLimited(scope: string, quota: Quota, msBeforeNext: number): AppError {
  const retryAfterS = secondsOf(msBeforeNext, quota)
  const detail: ErrorDetail = { limit: `per_${quota.name}`, scope, retry_after: retryAfterS }
  const message = `Limite de requisições atingido. Tente de novo em ${retryAfterS} s.`
  return new AppError('busy', 'rate_limited', message, { details: [detail], retryAfterS })
}
