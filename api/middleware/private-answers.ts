import type { Middleware } from 'koa'
import type { ApiState } from '../context.ts'

/** Tokens and clinical text are for the caller alone: no cache on the way may keep them. */
export const noStore: Middleware<ApiState> = (ctx, next) => {
  ctx.res.setHeader('Cache-Control', 'no-store')
  return next()
}

/** Hosts written for the original service read `detail` on the token endpoints (SPEC-GAPS 1.11). */
export const repeatMessage: Middleware<ApiState> = (ctx, next) => {
  ctx.state.repeatsMessage = true
  return next()
}
