import type { Middleware } from 'koa'
import type { ApiState } from '../context.ts'

/**
 * Every answer carries `X-Request-Id`: the caller's, so that its logs and ours meet, or a fresh
 * one. One that could disturb a log line is replaced.
 */
export function requestId(newId: () => string): Middleware<ApiState> {
  return (ctx, next) => {
    const given = ctx.get('x-request-id')
    ctx.state.requestId = /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : newId()
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId)
    return next()
  }
}
