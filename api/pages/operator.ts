import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'

/** Whether a caller may see how the box is doing. */
export type IsOperator = (ctx: Context) => boolean

/**
 * What proxies add, each its own; nginx as it comes adds none, so behind one the token is the way.
 */
export const FORWARDED = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/**
 * The same computer, or whoever has the configured token. Through a reverse proxy every caller
 * seems to be the same computer, so a request that was forwarded needs the token.
 */
export function operatorCheck(metricsToken: string | undefined): IsOperator {
  return (ctx) => {
    const given = /^Bearer +([^ ]+) *$/i.exec(ctx.get('authorization'))?.[1]
    if (metricsToken && given) return isEqual(given, metricsToken)
    const isForwarded = FORWARDED.some((header) => ctx.get(header) !== '')
    return !isForwarded && isLoopback(ctx.req.socket.remoteAddress ?? '')
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
