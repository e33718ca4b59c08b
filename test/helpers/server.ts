import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'
import { type ApiMount, type AppOptions, createApp } from '../../api/app.ts'
import { presentEhr } from '../../api/v1/ehrs/routes.ts'
import type { Ehr } from '../../core/contract/api.ts'
import { openWorld, type World, type WorldOptions } from './access-world.ts'
import { type Factories, factories } from './factories.ts'

export interface ServerOptions extends WorldOptions {
  /** Routers of the slice under test; a test without them gets the foundation alone. */
  apiRouters?: (world: World) => ApiMount[] | Promise<ApiMount[]>
  /** The same under `/v1`. */
  networkRouters?: (world: World) => ApiMount[]
  /** What takes bytes at signed addresses. */
  uploadRouter?: (world: World) => NonNullable<AppOptions['uploadRouter']>
  /** Pages without a token. */
  pageRouters?: (world: World) => NonNullable<AppOptions['pageRouters']>
  /** Anything else of `createApp`. */
  app?: Partial<AppOptions>
}

export interface RequestOptions {
  token?: string
  apiKey?: string
  /** Sent as JSON, unless it is a string or bytes: those go as they are. */
  body?: unknown
  headers?: Record<string, string>
}

export interface Called {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what tests assert
  body: any
}

export interface TestServer extends World, Factories {
  /** `http://127.0.0.1:<port>` */
  url: string
  server: Server
  request(method: string, path: string, options?: RequestOptions): Promise<Response>
  /** The same, for tests that want the status and the JSON. */
  call(method: string, path: string, options?: RequestOptions): Promise<Called>
  /** Opens a consultation as the plugin does; fresh identifiers unless given. */
  buildConsultation(token: string, ids?: Record<string, unknown>): Promise<Ehr>
}

/** The real Koa application on a free port of this computer, closed by `t.teardown`. */
export async function startServer(
  t: ExecutionContext,
  options: ServerOptions = {},
): Promise<TestServer> {
  const world = await openWorld(t, options)
  const app = createApp({
    ...world,
    speechStatus: () => ({
      state: 'unavailable',
      engine: null,
      model: null,
      message: 'O reconhecimento de fala não foi instalado.',
    }),
    generatorStatus: () => ({ kind: 'rules', model: null }),
    recordingLimits: { warnAfter: 7_200_000, pauseAfter: 10_800_000 },
    apiRouters: (await options.apiRouters?.(world)) ?? [],
    networkRouters: options.networkRouters?.(world) ?? [],
    ...(options.uploadRouter && { uploadRouter: options.uploadRouter(world) }),
    pageRouters: options.pageRouters?.(world) ?? [],
    readiness: [],
    version: '0.0.0-test',
    publicUrl: 'http://127.0.0.1',
    limits: unhurried,
    ...options.app,
  })
  const server = createServer(app.callback())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const request = (method: string, path: string, request: RequestOptions = {}) =>
    fetch(url + path, { method, ...fetchOptions(request) })

  return {
    ...world,
    ...factories(world),
    url,
    server,
    request,
    async call(...args) {
      const response = await request(...args)
      const text = await response.text()
      const body = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, headers: response.headers, body }
    },
    async buildConsultation(token, ids = {}) {
      const principal = await world.access.authenticate(token)
      const { consultation } = await world.consultations.openByExternalId(principal, {
        consultationId: world.newId(),
        doctorId: principal.doctorId ?? 'medica-1',
        patientId: 'paciente-1',
        type: 'IN_PERSON',
        ...ids,
      })
      return presentEhr(consultation)
    },
  }
}

/** Tests ask faster than people; those about limits pass their own (`app: { limits }`). */
const plenty = [{ name: 'second' as const, quota: 100_000, windowS: 1 }]
const unhurried = {
  token: plenty,
  organization: plenty,
  audio: plenty,
  key: plenty,
  failedUploads: plenty,
  doctorTokens: plenty,
  failedKeys: plenty,
}

function fetchOptions({ token, apiKey, body, headers }: RequestOptions): RequestInit {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  return {
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(apiKey !== undefined && { 'x-svc-token': apiKey }),
      ...headers,
    },
    ...(body !== undefined && {
      body: (isRaw ? body : JSON.stringify(body)) as NonNullable<RequestInit['body']>,
    }),
  }
}
