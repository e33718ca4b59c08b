import type { Middleware } from 'koa'
import { AppError } from '../../core/errors.ts'
import type { ApiState } from '../context.ts'

/**
 * What HTTP itself asks of a request (RFC 9110 §10.1.1, RFC 9112 §3.2). Node.js would refuse the
 * same with a bare status; here it is told, logged and counted like any other refusal.
 */
export function properRequest(): Middleware<ApiState> {
  return (ctx, next) => {
    const { httpVersion, headers, rawHeaders } = ctx.req
    const isProper = httpVersion !== '1.1' || hostsIn(rawHeaders) === 1
    const { expect } = headers
    if (isProper && (expect === undefined || /^100-continue$/i.test(expect))) return next()
    // What may follow behind a refused request is not looked at.
    ctx.set('Connection', 'close')
    if (!isProper)
      throw new AppError(
        'invalid',
        'host_missing',
        'A requisição precisa de exatamente um cabeçalho Host.',
      )
    throw new AppError(
      'invalid',
      'expectation_failed',
      'O único valor aceito no cabeçalho Expect é 100-continue.',
    )
  }
}

/** Two are as bad as none: proxy and service could each believe another. */
function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0
  for (let place = 0; place < rawHeaders.length; place += 2)
    if (rawHeaders[place]?.length === 4 && rawHeaders[place]?.toLowerCase() === 'host') count += 1
  return count
}
