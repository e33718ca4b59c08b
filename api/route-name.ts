/**
 * The pattern of the route that answered, with the prefix it is mounted under; `unmatched` when
 * none did.
 * @param ctx a Koa context; @koa/router and the dispatcher leave the two properties on it
 */
export function routeOf(ctx: object): string {
  const { _matchedRoute: pattern, mountPrefix } = ctx as {
    _matchedRoute?: unknown
    mountPrefix?: unknown
  }
  if (typeof pattern !== 'string') return 'unmatched'
  return typeof mountPrefix === 'string' ? mountPrefix + pattern : pattern
}
