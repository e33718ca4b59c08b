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
    const isFit = UUID.test(given) || (FIT.test(given) && !holdsPersonNumber(given))
    ctx.state.requestId = isFit ? given : newId()
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId)
    return next()
  }
}

const FIT = /^[A-Za-z0-9._-]{1,64}$/
/** RFC 9562. One in three thousand random ones holds what could be read as a CPF: it is none. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

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
