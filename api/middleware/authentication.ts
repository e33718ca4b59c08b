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
      const { organizationId, deviceId } = principal
      if (!(await isOriginAllowed({ organizationId, deviceId, origin, host: ctx.host }))) {
        ctx.remove('Access-Control-Allow-Origin')
        throw new AppError('forbidden', 'forbidden', refusal(ctx, origin))
      }
    }
    await next()
  }
}

/**
 * A page of our own address, as its browser says: then the proxy in front does not tell us which
 * address that is, and somebody has to.
 */
function refusal(ctx: Context, origin: string): string {
  if (ctx.get('sec-fetch-site') !== 'same-origin')
    return 'Esta página não está autorizada pela organização do token.'
  const [path = ''] = /^(?:\/[\w.~-]+)*/.exec(ctx.get('x-forwarded-prefix')) ?? []
  return `O proxy à frente não diz ao serviço em que endereço ele está. No servidor: svcctl config set publicUrl ${origin}${path}/`
}

function bearerToken(ctx: Context): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(ctx.get('authorization'))?.[1]
}
