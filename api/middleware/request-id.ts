import type { Middleware } from 'koa'
import { isCns, isCpf } from '../../core/identifiers.ts'
import type { ApiState } from '../context.ts'

/**
 * Every answer carries `X-Request-Id`: the caller's, so that its logs and ours meet, or a fresh
 * one. One that could disturb a log line is replaced, and so is one that holds a person's number:
 * it stands in the log and in the audit for good.
 */
export function requestId(newId: () => string): Middleware<ApiState> {
  return (ctx, next) => {
    const given = ctx.get('x-request-id')
    const isFit = /^[A-Za-z0-9._-]{1,64}$/.test(given) && !holdsPersonNumber(given)
    ctx.state.requestId = isFit ? given : newId()
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId)
    return next()
  }
}

/** A CPF or CNS, written as digits or with its marks. */
function holdsPersonNumber(id: string): boolean {
  const runs = id.match(/\d+(?:[.-]\d+)*/g) ?? []
  return runs
    .map((run) => run.replace(/[.-]/g, ''))
    .some(
      (digits) =>
        (digits.length === 11 && isCpf(digits)) || (digits.length === 15 && isCns(digits)),
    )
}
