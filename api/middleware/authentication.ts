import type { Context, Middleware } from 'koa'
import type { Origins } from '../../core/access/origins.ts'
import { type Authenticate, actingAs } from '../../core/access/principal.ts'
import { AppError } from '../../core/errors.ts'
import type { ApiState } from '../context.ts'
import { HostId } from '../input-fields.ts'

interface Deps {
  authenticate: Authenticate
  isOriginAllowed: Origins['isOriginAllowed']
}

const DOCTOR = 'x-svc-doctor-id'

/**
 * Sets `principal` from `Authorization: Bearer` (spec §5.2). A page whose origin another
 * organization allows got as far as this, since a preflight carries no token; here its answer ends.
 */
export function authentication({ authenticate, isOriginAllowed }: Deps): Middleware<ApiState> {
  return async (ctx, next) => {
    const principal = actingAs(await authenticate(bearerToken(ctx)), saidDoctor(ctx))
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

/** Percent-encoded, as a header holds no other letters. @throws {AppError} `validation_error` */
function saidDoctor(ctx: Context): string | undefined {
  const written = ctx.get(DOCTOR)
  if (written === '') return undefined
  const read = HostId.safeParse(decoded(written))
  if (read.success) return read.data
  const details = [{ field: DOCTOR, issue: 'invalid' }]
  throw new AppError('invalid', 'validation_error', 'Os dados enviados não são válidos.', {
    details,
  })
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function bearerToken(ctx: Context): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(ctx.get('authorization'))?.[1]
}
