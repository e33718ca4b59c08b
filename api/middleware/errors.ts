/**
 * The one place that writes an error answer (spec §7, SPEC-GAPS 1.11). Expected failures become
 * their status and code; anything else is a bug: its stack goes to the log under the request id,
 * and the caller gets that id and nothing of the inside.
 */
import type { Context, Middleware } from 'koa'
import type { ErrorBody } from '../../core/contract/api.ts'
import { type AppError, isAppError, notFound } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { fullDiskOf, toldAsFull } from '../../core/storage-room.ts'
import { type ApiState, routeOf } from '../context.ts'
import { fromHttpError, statusOf } from '../status.ts'

/** @param isDiskFull asked where a failure alone does not tell */
export function errors(log: Log, isDiskFull: () => Promise<boolean>): Middleware<ApiState> {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false) throw notFound()
    } catch (thrown) {
      // Nobody to answer, and no fault of ours: the access log says that the request was aborted.
      if (thrown === ctx.req.errored) return void ctx.res.destroy()
      const error = await ofFullDisk(thrown, isDiskFull)
      const known = isAppError(error) ? error : fromHttpError(error)
      if (!known || statusOf(known) >= 500) logFailure(log, ctx, error)
      // Half an answer is out: all that is left is to end it so that it cannot be taken for a whole
      // one.
      if (ctx.headerSent || !ctx.writable) return void ctx.res.destroy()
      write(ctx, known)
      // What is left of a refused body is thrown away: unread it would hold the connection, and the
      // caller who still sends.
      ctx.req.resume()
    }
  }
}

async function ofFullDisk(error: unknown, isDiskFull: () => Promise<boolean>): Promise<unknown> {
  const which = fullDiskOf(error)
  if (which !== 'perhaps') return toldAsFull(error, which)
  return toldAsFull(error, (await isDiskFull().catch(() => false)) ? 'data' : undefined)
}

function logFailure(log: Log, ctx: Context, err: unknown) {
  log.error('http.failed', { err, requestId: ctx.state.requestId, route: routeOf(ctx) })
}

/** Whoever finds the faults: an answer stays far below what a caller may send. */
const MOST_DETAILS = 200

/** Headers a route may have set for the answer that did not come about. */
const ofTheOtherAnswer = [
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Last-Modified',
]

function write(ctx: Context, error: AppError | undefined) {
  for (const header of ofTheOtherAnswer) ctx.remove(header)
  ctx.set('Cache-Control', 'no-store')
  ctx.status = error ? statusOf(error) : 500
  if (error?.retryAfterS !== undefined) ctx.set('Retry-After', String(error.retryAfterS))
  if (ctx.status === 401) ctx.set('WWW-Authenticate', challenge(ctx, error))
  const { errorPage } = ctx.state as ApiState
  const answer = body(ctx, error)
  ctx.type = errorPage ? 'html' : 'json'
  if (errorPage) ctx.set('Content-Security-Policy', errorPage.policy)
  ctx.body = errorPage ? errorPage.html(answer.message) : answer
}

function body(ctx: Context, error: AppError | undefined): ErrorBody {
  const { code, message, details } = error ?? {
    code: 'internal_error',
    message: `Erro interno. Informe o código ${ctx.state.requestId} ao suporte.`,
    details: undefined,
  }
  return {
    error: code,
    message,
    ...(details && { details: details.slice(0, MOST_DETAILS) }),
    ...(ctx.state.repeatsMessage && { detail: message }),
  }
}

function challenge(ctx: Context, error: AppError | undefined): string {
  if (ctx.state.repeatsMessage) return 'ApiKey'
  return error?.code === 'authentication_required' ? 'Bearer' : 'Bearer error="invalid_token"'
}
