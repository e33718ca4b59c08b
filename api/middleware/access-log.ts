import type { Middleware } from 'koa'
import type { Log } from '../../core/log.ts'
import { type ApiState, routeOf } from '../context.ts'

/** What one answered request was, for the log and the metrics. */
export interface RequestReport {
  method: string
  /**
   * The pattern that matched, never the path: paths and queries can hold identifiers (SPEC-GAPS
   * C12).
   */
  route: string
  status: number
  durationMs: number
}

/**
 * One line per request, once its answer has left or the caller has gone: ids, codes, sizes and
 * durations.
 */
export function accessLog(
  log: Log,
  report: (request: RequestReport) => void,
): Middleware<ApiState> {
  return (ctx, next) => {
    const start = performance.now()
    ctx.res.once('close', () => {
      const { requestId, principal, credential, issuedTokenId } = ctx.state
      // One object for both: this runs for every request there is.
      const line = {
        method: ctx.method,
        route: routeOf(ctx),
        status: ctx.status,
        durationMs: Math.round((performance.now() - start) * 10) / 10,
        requestId,
        organizationId: (principal ?? credential?.key)?.organizationId,
        tokenId: principal?.tokenId,
        keyId: credential?.key.id,
        issuedTokenId,
        aborted: ctx.res.writableFinished ? undefined : true,
      }
      report(line)
      log.info('http.request', line)
    })
    return next()
  }
}
