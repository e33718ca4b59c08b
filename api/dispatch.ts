/**
 * Sends requests under a prefix to the routers of several slices. What must happen before a route depends on
 * the route (a frame of audio is not JSON, and has limits of its own), so the route is found first and what
 * it needs is run next; a path that exists with other methods is 405, with the list of those.
 *
 * The routers hold the routes and match them. Running is done here: a router would match once more and put its
 * chain together anew for every request.
 */
import type { Router } from '@koa/router'
import type { Middleware } from 'koa'
import compose from 'koa-compose'
import type { ApiState } from './context.ts'
import { methodNotAllowed } from './status.ts'

export interface Mount {
  /** Paths relative to the prefix; routes only, no `use`. */
  router: Router<ApiState>
  /** Runs before the routes of this router only, in order. */
  before: Middleware<ApiState>[]
}

type Layer = Router<ApiState>['stack'][number]

/** For paths that begin with `prefix`; passes on what no router knows. */
export function dispatch(prefix: string, mounts: readonly Mount[]): Middleware<ApiState> {
  const ready = mounts.map(({ router, before }) => ({
    router,
    run: new Map(router.stack.map((layer) => [layer, chain(prefix, before, layer)])),
  }))

  return (ctx, next) => {
    const path = ctx.path.slice(prefix.length)
    const methods = new Set<string>()
    for (const { router, run } of ready) {
      const match = router.match(path, ctx.method)
      const [layer] = match.pathAndMethod
      const route = layer && run.get(layer)
      if (route) return route(ctx, next)
      for (const layer of match.path) for (const method of layer.methods) methods.add(method)
    }
    if (methods.size === 0) return next()
    ctx.set('Allow', [...methods].join(', '))
    throw methodNotAllowed()
  }
}

/** What comes before the route, then the route itself, with its parameters and its name for the log. */
function chain(prefix: string, before: Middleware<ApiState>[], layer: Layer) {
  const enter: Middleware<ApiState> = (ctx, next) => {
    const path = ctx.path.slice(prefix.length)
    ctx.mountPrefix = prefix
    ctx._matchedRoute = layer.path
    ctx.params = layer.paramNames.length > 0 ? layer.params(path, layer.captures(path)) : {}
    return next()
  }
  return compose([...before, enter, ...(layer.stack as Middleware<ApiState>[])])
}
