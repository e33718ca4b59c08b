import koaCors from '@koa/cors'
import type { Middleware } from 'koa'
import { isExtensionOrigin, type Origins } from '../../core/access/origins.ts'

/** What a page's script may read of an answer. */
const exposed = [
  'X-Sound-Lost-Ms',
  'X-Request-Id',
  'Retry-After',
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'Deprecation',
  'Sunset',
]

/**
 * CORS for the plugin's interface. A preflight has no token yet, so it passes when any organization
 * allows the page; the request itself must then suit its own organization (authentication.ts). No
 * credentials: there are no cookies to steal.
 */
export function cors({
  anyOrganizationAllows,
}: Pick<Origins, 'anyOrganizationAllows'>): Middleware {
  return koaCors({
    async origin(ctx) {
      const origin = ctx.get('origin')
      const isAllowed = origin !== '' && (await anyOrganizationAllows({ origin, host: ctx.host }))
      return isAllowed ? origin : ''
    },
    allowMethods: ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'],
    exposeHeaders: exposed,
    maxAge: 600,
    // The appliance is inside the hospital's network, and the EHR's page may not be.
    privateNetworkAccess: true,
  })
}

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
