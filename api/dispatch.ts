/**
 * Sends requests under a prefix to the routers of several slices. What must happen before a route depends on
 * the route (a frame of audio is not JSON, and has limits of its own), so the route is found first and what
 * it needs is run next; a path that exists with other methods is 405, with the list of those.
 */
import type { Router } from '@koa/router'
import type { Middleware } from 'koa'
import compose from 'koa-compose'
import type { ApiState } from './context.ts'
import { methodNotAllowed } from './status.ts'

export interface Mount {
  /** Paths relative to the prefix. */
  router: Router<ApiState>
  /** Runs before the routes of this router only, in order. */
  before: Middleware<ApiState>[]
}

/** For paths that begin with `prefix`; passes on what no router knows. */
export function dispatch(prefix: string, mounts: readonly Mount[]): Middleware<ApiState> {
  const ready = mounts.map(({ router, before }) => ({
    router,
    run: compose([...before, router.routes() as Middleware<ApiState>]),
  }))

  return (ctx, next) => {
    const path = ctx.path.slice(prefix.length)
    const methods = new Set<string>()
    for (const { router, run } of ready) {
      const match = router.match(path, ctx.method)
      if (match.route) {
        ctx.mountPrefix = prefix
        // @koa/router looks here before it looks at `ctx.path`, which stays what the caller sent.
        ctx.newRouterPath = path
        return run(ctx, next)
      }
      for (const layer of match.path) for (const method of layer.methods) methods.add(method)
    }
    if (methods.size === 0) return next()
    ctx.set('Allow', [...methods].join(', '))
    throw methodNotAllowed()
  }
}
