/**
 * Counts requests in memory, from zero after a restart. A limit protects the box from a runaway
 * caller, and for that it need not be exact to the request; a counter in the database would put a
 * write in front of every request. Of several servers each adds what the others counted, which it
 * learns a little later (core/node/shared.ts).
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError, type ErrorDetail } from '../../core/errors.ts'
import type { Elsewhere } from '../../core/node/shared.ts'
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
        const elsewhere = quota.shared?.add(`${scope} ${caller}`) ?? nothing
        const isUsedUpHere = result.consumedPoints > quota.quota
        const leftMs = elsewhere.count > 0 && !isUsedUpHere ? elsewhere.leftMs : result.msBeforeNext
        const remaining = Math.max(0, result.remainingPoints - elsewhere.count)
        usages.push({ quota, remaining, resetS: secondsOf(leftMs, quota) })
        if (result.consumedPoints + elsewhere.count > quota.quota)
          return { usages, refusal: rateLimited(scope, quota, leftMs) }
      }
      return { usages, refusal: undefined }
    },
    async peek(caller) {
      for (const { quota, counter } of counters) {
        const result = await counter.get(caller)
        const elsewhere = quota.shared?.find(`${scope} ${caller}`) ?? nothing
        if ((result?.consumedPoints ?? 0) + elsewhere.count >= quota.quota)
          return rateLimited(scope, quota, result?.msBeforeNext ?? elsewhere.leftMs)
      }
      return undefined
    },
  }
}

const nothing: Elsewhere = { count: 0, leftMs: 0 }

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
