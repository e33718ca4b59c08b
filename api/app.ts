/**
 * The whole HTTP side as one Koa application, in the order a request meets it:
 *
 *   request id → access log → security headers → errors → what HTTP asks of a request → audit
 *     /integration, /api/v1/integration   key → limits → body → route        (a host's backend)
 *     /api/v1/uploads                     CORS → route, by the address's signature (the plugin's files)
 *     /api/v1                             CORS → token → limits → body → route (the plugin)
 *     /v1                                 the same (the national network)
 *     /extension                          CORS → token, but for signing in → limits → body → route
 *     pages                               no token; they set their own headers
 *
 * Slices bring routers; what surrounds them is the same for all. The recording channel is a
 * WebSocket and is attached to the HTTP server beside this application.
 */
import { Router } from '@koa/router'
import Koa from 'koa'
import compose from 'koa-compose'
import { Registry } from 'prom-client'
import type { AccessUseCases } from '../core/access/use-cases.ts'
import type { ConsultationUseCases } from '../core/consultation/use-cases.ts'
import type { GeneratorStatus, SpeechStatus } from '../core/contract/api.ts'
import type { Log } from '../core/log.ts'
import type { FindHold } from '../core/outgoing/hold.ts'
import { clientAddress } from './client-address.ts'
import type { ApiState } from './context.ts'
import type { RouteDescription } from './describe-route.ts'
import { dispatch, isUnder, underPrefix, unknownPath } from './dispatch.ts'
import { extensionDescriptions } from './extension/describe.ts'
import { loginRoutes } from './extension/login-routes.ts'
import { type ExtensionDeps, extensionEntry, extensionRoutes } from './extension/routes.ts'
import { keyAuthentication } from './integration/authenticate-key.ts'
import { integrationDescriptions, integrationRoutes } from './integration/routes.ts'
import { accessLog } from './middleware/access-log.ts'
import { type AuditDeps, audit, auditDeletions } from './middleware/audit.ts'
import { authentication } from './middleware/authentication.ts'
import { cors, extensionCors } from './middleware/cors.ts'
import { errors } from './middleware/errors.ts'
import { failedUploads } from './middleware/failed-uploads.ts'
import { jsonBody } from './middleware/json-body.ts'
import { properRequest } from './middleware/proper-request.ts'
import { requestId } from './middleware/request-id.ts'
import { noStore, repeatMessage, securityHeaders } from './middleware/security-headers.ts'
import { type LimitGroup, tokenRateLimits } from './middleware/token-rate-limit.ts'
import { healthRoutes, type ReadinessCheck } from './pages/health.ts'
import { metricsRoutes, requestMetrics } from './pages/metrics.ts'
import { openApiRoutes } from './pages/openapi.ts'
import { operatorCheck } from './pages/operator.ts'
import { contractRateLimits, type RateLimits } from './rate-limits.ts'
import { consultationDescriptions, ehrRoutes } from './v1/ehrs/routes.ts'
import { sessionRoutes } from './v1/session/routes.ts'

/** Routes of a slice under `/api/v1` or `/v1`, after authentication. */
export interface ApiMount {
  /** Paths relative to the prefix. */
  router: Router<ApiState>
  /** `json` (default): parsed into `ctx.request.body`. `stream`: `ctx.req` is untouched. */
  body?: 'json' | 'stream'
  /** `requests` by default. */
  limits?: LimitGroup
}

export interface AppOptions {
  access: AccessUseCases
  consultations: ConsultationUseCases
  speechStatus: () => SpeechStatus
  generatorStatus: () => GeneratorStatus
  /** Absent: everything may leave. */
  findHold?: FindHold
  /** Recording may begin before the patient's answer is written down; true unless said. */
  consentLater?: boolean
  /** Plugins may send usage data. */
  telemetry?: boolean
  /** When the plugin warns of a long recording, and when it pauses it, in ms. */
  recordingLimits: { warnAfter: number; pauseAfter: number }
  apiRouters: readonly ApiMount[]
  /**
   * Paths relative to `/api/v1/uploads`; no token: a signature in the address is the credential
   * (spec §3.3).
   */
  uploadRouter?: Router<ApiState>
  /** Paths relative to `/v1` (spec §4.2). */
  networkRouters?: readonly ApiMount[]
  /** Visits and rules of the browser extension; absent: it has no doors. */
  extension?: Pick<ExtensionDeps, 'visits' | 'sites' | 'login'>
  now?: () => Date
  /** Full paths, without a token: `/plugin.js`, `/demo`. */
  pageRouters: readonly Router<ApiState>[]
  /** Of the routes of the slices, for `/openapi.json`. */
  descriptions?: readonly RouteDescription[]
  readiness: readonly ReadinessCheck[]
  /** Asked where a failure does not tell; absent: the disk has room. */
  isDiskFull?: () => Promise<boolean>
  /** What `/readyz` tells operators beside the checks. */
  facts?: () => Promise<Record<string, unknown>>
  /** Nothing is on record without it. */
  audit?: AuditDeps
  log: Log
  newId: () => string
  version: string
  /** Where browsers find us; over https they are told to insist on it. */
  publicUrl: string
  /**
   * How many reverse proxies stand before us, each adding to `X-Forwarded-For`; 0 believes none of
   * it.
   */
  trustedProxies?: number
  metrics?: Registry
  /** Opens `/metrics` to other computers. */
  metricsToken?: string
  limits?: RateLimits
}

const UPLOADS = '/api/v1/uploads'
const EXTENSION = '/extension'

export function createApp(options: AppOptions): Koa<ApiState> {
  const { access, log, newId, publicUrl } = options
  const limits = options.limits ?? contractRateLimits
  const metrics = options.metrics ?? new Registry()
  const isOperator = operatorCheck(options.metricsToken)
  const parseJson = jsonBody()

  const keys = keyAuthentication({ access, limits })
  const { prepareConsultation } = options.consultations
  const integration = [
    {
      router: integrationRoutes({ access, prepareConsultation, limits }),
      before: [keys, parseJson],
    },
  ]

  const authenticated = authentication(access)
  const tokenLimits = tokenRateLimits(limits)
  const mounts: ApiMount[] = [
    { router: sessionRoutes(options) },
    { router: ehrRoutes(options.consultations) },
    ...options.apiRouters,
  ]
  const ready = (mount: ApiMount) => {
    const { router, body, limits: group = 'requests' } = mount
    return { router, before: [tokenLimits[group], ...(body === 'stream' ? [] : [parseJson])] }
  }
  const api = mounts.map(ready)
  const network = (options.networkRouters ?? []).map(ready)

  const descriptions = [
    ...integrationDescriptions,
    ...consultationDescriptions,
    ...(options.extension ? extensionDescriptions : []),
    ...(options.descriptions ?? []),
  ]
  const pages = [
    healthRoutes({
      checks: options.readiness,
      facts: options.facts ?? (async () => ({})),
      isOperator,
    }),
    metricsRoutes(metrics, isOperator),
    openApiRoutes(descriptions, options.version),
    ...options.pageRouters,
  ]

  const { trustedProxies = 0 } = options
  const app = new Koa<ApiState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies })
  app.silent = true
  app.on('error', (err) => log.warn('http.answer_broken', { err }))
  app.use((ctx, next) => {
    ctx.request.ip = clientAddress(ctx.req, trustedProxies)
    return next()
  })
  app.use(requestId(newId))
  app.use(accessLog(log, requestMetrics(metrics)))
  app.use(securityHeaders({ isHttps: publicUrl.startsWith('https:') }))
  app.use(errors(log, options.isDiskFull ?? (async () => false)))
  app.use(properRequest())
  if (options.audit) app.use(audit(options.audit))
  for (const prefix of ['/integration', '/api/v1/integration'])
    app.use(underPrefix(prefix, [noStore, repeatMessage, dispatch(prefix, integration)]))
  const uploads = [
    {
      router: options.uploadRouter ?? new Router<ApiState>(),
      before: [failedUploads(limits.failedUploads)],
    },
  ]
  app.use(underPrefix(UPLOADS, [noStore, cors(access), dispatch(UPLOADS, uploads)]))
  for (const [prefix, routes] of [
    ['/api/v1', api],
    ['/v1', network],
  ] as const)
    app.use(
      underPrefix(prefix, [
        noStore,
        cors(access),
        authenticated,
        ...(options.audit ? [auditDeletions(options.audit.locate)] : []),
        dispatch(prefix, routes),
      ]),
    )
  if (options.extension) {
    const { visits, sites, login } = options.extension
    const { version, audit: onRecord, now = () => new Date() } = options
    const deps = {
      access,
      visits,
      sites,
      ...(login && { login }),
      now,
      version,
      publicUrl,
      limits,
    }
    const doors = extensionDoors({ ...deps, ...(onRecord && { trail: onRecord.trail }) })
    // What they do not know is a page: how to install it, and the file.
    app.use((ctx, next) => (isUnder(EXTENSION, ctx.path) ? doors(ctx, next) : next()))
  }
  app.use(
    dispatch(
      '',
      pages.map((router) => ({ router, before: [] })),
    ),
  )
  app.use(unknownPath(publicUrl, log))
  return app
}

function extensionDoors(deps: ExtensionDeps) {
  const { access, login, limits } = deps
  const { isOriginAllowed, authenticateDevice: authenticate } = access
  const parseJson = jsonBody()
  const known = [
    authentication({ authenticate, isOriginAllowed }),
    tokenRateLimits(limits).requests,
  ]
  return compose([
    extensionCors(),
    dispatch(EXTENSION, [
      { router: extensionEntry(deps), before: [noStore, parseJson] },
      ...(login ? [{ router: loginRoutes({ ...deps, login }), before: [noStore] }] : []),
      { router: extensionRoutes(deps), before: [noStore, ...known, parseJson] },
    ]),
  ])
}
