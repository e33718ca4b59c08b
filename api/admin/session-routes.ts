/** Coming in by a one-time code, and going out. */
import type { Router } from '@koa/router'
import type { AdminSession } from '../../core/admin-page/sessions.ts'
import type { AdminSessionBody } from '../../core/contract/admin-page.ts'
import { isAppError } from '../../core/errors.ts'
import { countedAs } from '../client-address.ts'
import type { ApiState } from '../context.ts'
import { rateLimiter } from '../middleware/rate-limit.ts'
import { readInput } from '../read-input.ts'
import {
  type AdminContext,
  type AdminDeps,
  adminEntry,
  Enter,
  sessionCookie,
  setSessionCookie,
} from './entry.ts'

/** Codes that are not valid, from one address, and from all together. */
const FAILED_FROM_ONE = [{ name: 'minute', quota: 10, windowS: 60 }] as const
const FAILED_FROM_ALL = [{ name: 'minute', quota: 30, windowS: 60 }] as const
const EVERYBODY = 'everybody'

export function addSessionRoutes(router: Router<ApiState>, deps: AdminDeps): void {
  const { page, publicUrl } = deps
  const { sessions } = page
  const { open, signedIn } = adminEntry(deps)
  const isHttps = publicUrl.startsWith('https:')
  const failures = [
    {
      limiter: rateLimiter('address', FAILED_FROM_ONE),
      by: (ctx: AdminContext) => countedAs(ctx.ip),
    },
    { limiter: rateLimiter('service', FAILED_FROM_ALL), by: () => EVERYBODY },
  ]

  /** Too many wrong codes, and a good one waits as well. @throws {AppError} `rate_limited` */
  async function limited<Result>(ctx: AdminContext, work: () => Promise<Result>): Promise<Result> {
    for (const { limiter, by } of failures) {
      const refusal = await limiter.peek(by(ctx))
      if (refusal) throw refusal
    }
    return work().catch(async (error) => {
      if (isAppError(error) && error.code === 'admin_code_refused')
        for (const { limiter, by } of failures) await limiter.count(by(ctx))
      throw error
    })
  }

  router.get(
    '/admin/session',
    open((ctx) => {
      const secret = sessionCookie(ctx)
      ctx.body = presentSession(secret === null ? null : sessions.find(secret, false))
    }),
  )
  router.post(
    '/admin/session',
    open(async (ctx) => {
      const { code } = readInput(Enter, ctx).body
      const { secret, session } = await limited(ctx, () => sessions.enter(code))
      const caller = { by: session.by, requestId: ctx.state.requestId, address: ctx.ip }
      await page.onRecord(caller, { entered: true }).catch((error: unknown) => {
        sessions.leave(secret)
        throw error
      })
      setSessionCookie(ctx, secret, isHttps)
      ctx.body = presentSession(session)
    }),
  )
  router.delete(
    '/admin/session',
    signedIn(async (ctx, caller) => {
      sessions.leave(sessionCookie(ctx) ?? '')
      setSessionCookie(ctx, null, isHttps)
      await page.onRecord(caller, { left: true })
      ctx.status = 204
    }),
  )
}

function presentSession(session: AdminSession | null): AdminSessionBody {
  return { session: session && { by: session.by, until: session.until.toISOString() } }
}
