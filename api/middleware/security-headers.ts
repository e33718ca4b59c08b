import type { Context, Middleware } from 'koa'
import helmet from 'koa-helmet'
import type { ApiState } from '../context.ts'

/**
 * Headers for every answer. The default content policy is an API's: nothing may be loaded, nobody
 * may frame. Pages and scripts run later and say what they need, which then counts instead.
 * @param isHttps whether browsers reach us over TLS: only then may they be told to insist on it
 */
export function securityHeaders(about: { isHttps: boolean }): Middleware {
  const headers = securityHeaderList(about)
  return (ctx, next) => {
    for (const { name, value } of headers) ctx.res.setHeader(name, value)
    return next()
  }
}

/** The same, for answers that no application writes. */
export function securityHeaderList({ isHttps }: { isHttps: boolean }) {
  return constantHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // These say something about documents that run, or about browsers that are gone; they would be
    // noise on JSON.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Without subdomains: the hospital's other servers are not ours to decide about.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    // Old browsers; the policy above says it to all others.
    xFrameOptions: { action: 'deny' },
  })
}

/**
 * What helmet sets, asked once: none of it depends on the request, and asking costs more than
 * answering.
 */
function constantHeaders(options: Parameters<typeof helmet>[0]): { name: string; value: string }[] {
  const headers = new Map<string, string>()
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  // Without functions among its options helmet is done when it returns.
  void helmet(options)({ req: {}, res } as unknown as Context, async () => {})
  return [...headers].map(([name, value]) => ({ name, value }))
}

/** Tokens and clinical text are for the caller alone: no cache on the way may keep them. */
export const noStore: Middleware<ApiState> = (ctx, next) => {
  ctx.res.setHeader('Cache-Control', 'no-store')
  return next()
}

/** Hosts written for the original service read `detail` on the token endpoints (SPEC-GAPS 1.11). */
export const repeatMessage: Middleware<ApiState> = (ctx, next) => {
  ctx.state.repeatsMessage = true
  return next()
}
