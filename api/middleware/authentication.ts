import type { Context, Middleware } from 'koa'
import type { Origins } from '../../core/access/origins.ts'
import type { Authenticate } from '../../core/access/principal.ts'
import { AppError } from '../../core/errors.ts'
import type { ApiState } from '../context.ts'

interface Deps {
  authenticate: Authenticate
  isOriginAllowed: Origins['isOriginAllowed']
}

/**
 * Sets `principal` from `Authorization: Bearer` (spec §5.2). A page whose origin another
 * organization allows got as far as this, since a preflight carries no token; here its answer ends.
 */
export function authentication({ authenticate, isOriginAllowed }: Deps): Middleware<ApiState> {
  return async (ctx, next) => {
    const principal = await authenticate(bearerToken(ctx))
    ctx.state.principal = principal
    const origin = ctx.get('origin')
    if (origin !== '') {
      const { organizationId } = principal
      if (!(await isOriginAllowed({ organizationId, origin, host: ctx.host }))) {
        ctx.remove('Access-Control-Allow-Origin')
        const message = 'Esta página não está autorizada pela organização do token.'
        throw new AppError('forbidden', 'forbidden', message)
      }
    }
    await next()
  }
}

function bearerToken(ctx: Context): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(ctx.get('authorization'))?.[1]
}
