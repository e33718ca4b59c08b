import { bodyParser } from '@koa/bodyparser'
import type { Middleware } from 'koa'
import { unsupportedMediaType } from '../status.ts'

/** JSON bodies and no others: a context of 50,000 characters or a long document fits well. */
const limit = '1mb'

/** @throws `unsupported_media_type`, `payload_too_large`, `validation_error` through the error writer */
export function jsonBody(): Middleware {
  const parse = bodyParser({ enableTypes: ['json'], jsonLimit: limit })
  return (ctx, next) => {
    // No body at all is an empty one: `POST` without content is how curl says "the defaults".
    const type = ctx.request.length === 0 ? null : ctx.is('json')
    if (type === null) return next()
    if (type === false) throw unsupportedMediaType()
    return parse(ctx, next)
  }
}
