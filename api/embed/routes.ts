/**
 * The legacy iframe (spec §4.4, deprecated): its page, and the exchange of what a host put into the
 * address, or posted, for a token that the frame uses. Which pages may frame it comes from the
 * organizations' lists (SPEC-GAPS C35).
 */
import Router, { type RouterContext } from '@koa/router'
import { z } from 'zod'
import { openFrame, type QueryTokens } from '../../core/access/open-frame.ts'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import type { EmbedSession } from '../../core/contract/embed.ts'
import { AppError, isAppError, validationError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { countedAs } from '../client-address.ts'
import { type ApiState, credentialOf } from '../context.ts'
import { dayOf, deprecationHeaders, EMBED_DEPRECATION } from '../deprecations.ts'
import { HostId } from '../input-fields.ts'
import { keyAuthentication } from '../integration/authenticate-key.ts'
import { jsonBody } from '../middleware/json-body.ts'
import { rateLimiter } from '../middleware/rate-limit.ts'
import { wayUp } from '../paths.ts'
import { contractRateLimits, type RateLimits } from '../rate-limits.ts'
import { readInput } from '../read-input.ts'
import { isSameOrigin } from '../same-origin.ts'

/** `POST /embed/session`: what the frame knows, in exchange for a token it may use. */
const OpenEmbedSession = z
  .object({
    headers: z.object({ 'x-svc-token': z.string().optional() }),
    body: z.object({
      source: z.enum(['query', 'message']),
      bearer_token: z.string().min(1).max(8192).optional(),
      consultation_id: HostId,
      doctor_id: HostId,
      patient_id: HostId,
      host_origin: z.string().max(512).nullable(),
    }),
  })
  .transform(({ headers, body }) => ({
    source: body.source,
    authToken: headers['x-svc-token'],
    bearerToken: body.bearer_token,
    consultationId: body.consultation_id,
    doctorId: body.doctor_id,
    patientId: body.patient_id,
    hostOrigin: body.host_origin,
  }))

interface Deps {
  access: AccessUseCases
  queryTokens: QueryTokens
  /** Those of the exchange endpoints; the contract's unless given. */
  limits?: RateLimits
  log: Log
}

/** `GET /embed` and `POST /embed/session`; nothing to start, nothing to close. */
export function embedRoutes(deps: Deps): Router<ApiState> {
  const { access, queryTokens, log, limits = contractRateLimits } = deps
  const frame = openFrame({ ...access, queryTokens })
  const keys = keyAuthentication({ access, limits })
  // Tokens that are not valid, from one address: as many as keys.
  const failures = rateLimiter('address', limits.failedKeys)
  const parseJson = jsonBody()
  const router = new Router<ApiState>()

  router.get('/embed', async (ctx) => {
    const organizationId = await organizationOf(ctx)
    const hosts = await access.frameHosts({ organizationId, page: pageOf(ctx.get('referer')) })
    ctx.set(deprecationHeaders(EMBED_DEPRECATION))
    ctx.set('Content-Security-Policy', embedPolicy(hosts))
    // The list above says it to every browser that can run this page.
    ctx.remove('X-Frame-Options')
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Cache-Control', 'no-store')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = embedPage(hosts, wayUp(ctx.path))
  })

  router.post('/embed/session', parseJson, async (ctx) => {
    ctx.set('Cache-Control', 'no-store')
    if (!isSameOrigin(ctx.headers))
      throw new AppError('forbidden', 'origin_not_allowed', 'Só a própria página pode pedir isto.')
    const { authToken, bearerToken, ...known } = readInput(OpenEmbedSession, ctx)
    const input = { ...known, host: ctx.host }
    let session: { token: string; expiresAt: Date }
    if (bearerToken) session = await counted(ctx, () => frame.withBearer(bearerToken, input))
    else if (authToken) {
      await keys(ctx, async () => {})
      const credential = credentialOf(ctx)
      session = await frame.withAuthToken(credential, input).catch((error) => {
        // Somebody's long-lived key has been in an address: whoever runs this must hear it.
        if (isAppError(error) && error.code === 'api_key_in_browser')
          log.warn('embed.api_key_in_browser', { keyId: credential.key.id })
        throw error
      })
    } else throw validationError([{ field: 'bearer_token', issue: 'required' }])
    ctx.body = {
      token: session.token,
      expires_at: session.expiresAt.toISOString(),
    } satisfies EmbedSession
  })
  return router

  /** With a good token in the address the page may be framed by its organization's pages only. */
  async function organizationOf(ctx: RouterContext<ApiState>): Promise<string | undefined> {
    const token = bearerIn(ctx.querystring)
    if (!token || queryTokens === 'none') return undefined
    return counted(ctx, () => access.authenticate(token)).then(
      ({ organizationId }) => organizationId,
      () => undefined,
    )
  }

  /**
   * Guessing tokens is as slow as guessing keys; a good one counts all the same, for others share
   * its address.
   */
  async function counted<Result>(ctx: RouterContext<ApiState>, check: () => Promise<Result>) {
    return check().catch(async (error) => {
      if (!isAppError(error) || error.code !== 'invalid_token') throw error
      const caller = countedAs(ctx.ip)
      const exhausted = await failures.peek(caller)
      if (!exhausted) await failures.count(caller)
      throw exhausted ?? error
    })
  }
}

/** A key of an integration has no dots. */
function isJwt(value: string): boolean {
  return value.split('.').length === 3
}

/** Browsers tell at least the origin of the page, unless that forbids it. */
function pageOf(referer: string): string | undefined {
  return URL.canParse(referer) ? new URL(referer).origin : undefined
}

/** In whatever spelling a host uses (SPEC-GAPS C22), and under either name. */
function bearerIn(querystring: string): string | undefined {
  for (const [name, value] of new URLSearchParams(querystring))
    if (/^(?:bearer|auth)token$/.test(name.toLowerCase().replace(/[\s_-]/g, '')) && isJwt(value))
      return value
  return undefined
}

/**
 * The frame's page. Its script is the whole of it; who may be its host stands in a header for
 * browsers, in a tag for the script.
 * @param hosts sources as Content-Security-Policy writes them; origins, and `http://localhost:*`
 * and the like
 * @param up from the page's address to what the appliance lies below: `./`, or `../` for `/embed/`
 */
function embedPage(hosts: readonly string[], up: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="svc-hosts" content="${hosts.map(attribute).join(' ')}">
<meta name="svc-sunset" content="${dayOf(EMBED_DEPRECATION.sunset)}">
<title>Assistente de documentação</title>
<script type="module" src="${up}embed.js"></script>
</head>
<body><noscript>Este assistente precisa de JavaScript.</noscript></body>
</html>
`
}

/**
 * As strict as the plugin lets a host be; pictures and test recordings of the doctor's own are
 * blobs.
 */
function embedPolicy(hosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // What is pasted into a document is read through it.
    'trusted-types ProseMirrorClipboard',
    ["frame-ancestors 'self'", ...hosts].join(' '),
  ].join('; ')
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
