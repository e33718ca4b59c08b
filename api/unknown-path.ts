import type { Middleware } from 'koa'
import { notFound } from '../core/errors.ts'
import type { Log } from '../core/log.ts'

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
