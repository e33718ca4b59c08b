/** What every route of the page for administration goes through. */
import type { RouterContext } from '@koa/router'
import compose from 'koa-compose'
import { AppError } from '../../core/errors.ts'
import type { ApiState } from '../context.ts'
import { jsonBody } from '../middleware/json-body.ts'
import { noStore } from '../middleware/private-answers.ts'
import { readInput } from '../read-input.ts'
import { sessionCookie } from './cookie.ts'
import { adminGuard } from './guard.ts'
import type { AdminCaller, AdminPage } from './ports.ts'
import { Watch } from './schema.ts'

export interface AdminDeps {
  page: AdminPage
  /** Addresses, networks and `private`; none: there is no page. */
  allowed: readonly string[]
  trustedProxies: number
  publicUrl: string
  /** dist/public */
  publicDir: string
}

export type AdminContext = RouterContext<ApiState>
type Work = (ctx: AdminContext) => void | Promise<void>
type CallersWork = (ctx: AdminContext, caller: AdminCaller) => void | Promise<void>

/**
 * Ways to make a route: the guard stands before each. `open` needs no session, `watched` takes what
 * the page asks by itself, which does not keep a session alive.
 */
export function adminEntry(deps: AdminDeps) {
  const { sessions } = deps.page
  const guarded = compose<AdminContext>([adminGuard(deps), noStore, jsonBody()])

  const open = (work: Work) => async (ctx: AdminContext) => {
    await guarded(ctx, async () => {})
    await work(ctx)
  }

  /** @throws {AppError} `admin_session_required` */
  function callerOf(ctx: AdminContext, byHand: boolean): AdminCaller {
    const secret = sessionCookie(ctx)
    const session = secret === null ? null : sessions.find(secret, byHand)
    if (!session) throw sessionRequired()
    return { by: session.by, requestId: ctx.state.requestId, address: ctx.ip }
  }

  return {
    open,
    signedIn: (work: CallersWork) => open((ctx) => work(ctx, callerOf(ctx, true))),
    watched: (work: CallersWork) =>
      open((ctx) => work(ctx, callerOf(ctx, readInput(Watch, ctx).query.watch === undefined))),
  }
}

function sessionRequired(): AppError {
  return new AppError(
    'unauthenticated',
    'admin_session_required',
    'A sessão terminou. Peça um código novo no servidor: svcctl admin open',
  )
}
