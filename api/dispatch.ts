/**
 * Sends requests under a prefix to the routers of several slices. What must happen before a route
 * depends on the route (a frame of audio is not JSON, and has limits of its own), so the route is
 * found first and what it needs is run next; a path that exists with other methods is 405, with the
 * list of those.
 *
 * The routers hold the routes and match them. Running is done here: a router would match once more
 * and put its chain together anew for every request.
 */
import type { Router } from '@koa/router'
import type { Middleware } from 'koa'
import compose from 'koa-compose'
import { notFound } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import type { ApiState } from './context.ts'
import { methodNotAllowed } from './status.ts'

export interface Mount {
  /** Paths relative to the prefix; routes only, no `use`. */
  router: Router<ApiState>
  /** Runs before the routes of this router only, in order. */
  before: Middleware<ApiState>[]
}

type Layer = Router<ApiState>['stack'][number]
type Run = ReturnType<typeof chain>

/** For paths that begin with `prefix`; passes on what no router knows. */
export function dispatch(prefix: string, mounts: readonly Mount[]): Middleware<ApiState> {
  const ready = mounts.map(({ router, before }) => ({
    router,
    run: new Map(router.stack.map((layer) => [layer, chain(prefix, before, layer)])),
  }))

  /** The first route that fits, or the methods that would. */
  function find(method: string, path: string): Run | Set<string> {
    const methods = new Set<string>()
    for (const { router, run } of ready) {
      const match = router.match(path, method)
      const [layer] = match.pathAndMethod
      const route = layer && run.get(layer)
      if (route) return route
      for (const layer of match.path) for (const method of layer.methods) methods.add(method)
    }
    return methods
  }

  /**
   * What was found for routes without parameters, by method and path as they are usually written:
   * each is looked for when it is first asked for, so that no start waits for all of them.
   */
  const usual = new Map<string, Run | Set<string> | undefined>()
  for (const { router } of ready)
    for (const { path, methods, paramNames } of router.stack)
      if (typeof path === 'string' && paramNames.length === 0)
        for (const method of methods)
          for (const written of [path, `${path}/`]) usual.set(`${method} ${written}`, undefined)

  function findUsual(method: string, path: string): Run | Set<string> {
    const asked = `${method} ${path}`
    const known = usual.get(asked)
    if (known) return known
    const found = find(method, path)
    if (usual.has(asked)) usual.set(asked, found)
    return found
  }

  return (ctx, next) => {
    const path = ctx.path.slice(prefix.length)
    const found = findUsual(ctx.method, path)
    if (typeof found === 'function') return found(ctx, next)
    if (found.size === 0) return next()
    ctx.set('Allow', [...found].join(', '))
    throw methodNotAllowed()
  }
}

/**
 * What comes before the route, then the route itself, with its parameters and its name for the log.
 */
function chain(prefix: string, before: Middleware<ApiState>[], layer: Layer) {
  const enter: Middleware<ApiState> = (ctx, next) => {
    const path = ctx.path.slice(prefix.length)
    ctx.mountPrefix = prefix
    ctx._matchedRoute = layer.path
    ctx.params = layer.paramNames.length > 0 ? layer.params(path, layer.captures(path)) : {}
    // No identifier has it, and no database takes it.
    if (path.includes('%00')) throw notFound()
    return next()
  }
  return compose([...before, enter, ...(layer.stack as Middleware<ApiState>[])])
}

/**
 * Runs `chain` for everything under `prefix`, and ends there: what the chain does not know is not
 * found.
 */
export function underPrefix(prefix: string, chain: Middleware<ApiState>[]): Middleware<ApiState> {
  const run = compose(chain)
  return (ctx, next) => (isUnder(prefix, ctx.path) ? run(ctx, unknown) : next())
}

export function isUnder(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}

async function unknown(): Promise<never> {
  throw notFound()
}

/** What begins an address of ours. */
const OURS = ['/plugin.js', '/plugin@', '/embed', '/demo', '/readyz', '/api/v1/', '/integration/']

/**
 * A proxy that serves us under a path and passes that on: what to set is said, once in the log and
 * in every answer, for whoever sets it up.
 */
export function unknownPath(publicUrl: string, log: Log): Middleware {
  let isTold = false
  return async (ctx) => {
    const path = pathBefore(ctx.path)
    if (path === undefined) return
    const wanted = `${new URL(publicUrl).origin}${path}/`
    if (!isTold)
      log.warn('http.unknown_path', { path, set: `svcctl config set publicUrl ${wanted}` })
    isTold = true
    throw notFound(
      `O serviço está sob o caminho ${path}/, que ele não conhece. No servidor: svcctl config set publicUrl ${wanted}`,
    )
  }
}

/** Undefined: nothing of ours follows. */
function pathBefore(address: string): string | undefined {
  const [at] = OURS.map((own) => address.indexOf(own)).filter((found) => found > 0)
  const path = at === undefined ? '' : address.slice(0, at)
  return path.length <= 200 && /^\/[\w.~/-]+$/.test(path) ? path : undefined
}
