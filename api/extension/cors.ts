import koaCors from '@koa/cors'
import type { Middleware } from 'koa'
import { isExtensionOrigin } from '../../core/access/origins.ts'

/**
 * Pages of browser extensions may ask at these doors, and no web page: also where the organization
 * allows no extension, so that the refusal can be read.
 */
export function extensionCors(): Middleware {
  return koaCors({
    origin(ctx) {
      const origin = ctx.get('origin')
      return isExtensionOrigin(origin) ? origin : ''
    },
    allowMethods: ['GET', 'POST'],
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
    maxAge: 600,
    privateNetworkAccess: true,
  })
}
