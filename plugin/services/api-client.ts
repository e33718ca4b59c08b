/**
 * Requests to the appliance with the session's token. One place holds the rule of spec §5.3: a
 * rejected request renews once and is tried once more; a second rejection ends authentication. A
 * 403 that is about permission is no rejection (SPEC-GAPS C6).
 */
import type { ErrorBody } from '../../core/contract/api.ts'
import type { Credentials } from '../host/credentials.ts'
import { PluginError } from '../host/plugin-error.ts'
import { jsonOf } from './json.ts'
import { LOCAL_NETWORK_BLOCKED, type LocalNetwork } from './local-network.ts'

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Sent as JSON; a Blob goes as it is, and may take longer. */
  body?: unknown
  signal?: AbortSignal
  /** What the answer should be, where there is a choice. */
  accept?: string
  /** The `etag` of an answer that is at hand: the answer is 304, without a body, while it holds. */
  known?: string | undefined
  /** Goes out even when the page is being left; such a body is 64 KiB at most. */
  keepalive?: boolean
}

export interface ApiClient {
  /**
   * The answer's JSON (undefined where it has none) and status. @throws {ApiError | PluginError}
   */
  request<T>(request: ApiRequest): Promise<{ status: number; body: T; etag: string | undefined }>
  /** The answer as it is, for pictures. @throws {ApiError | PluginError} */
  blob(request: ApiRequest): Promise<{ blob: Blob; headers: Headers }>
  /**
   * The answer's lines as they arrive, for `application/x-ndjson`. @throws {ApiError | PluginError}
   */
  lines<T>(request: ApiRequest & { signal: AbortSignal }): AsyncGenerator<T>
}

/**
 * What the server answered instead, or that it could not be reached (`status` 0, code `network` or
 * `LOCAL_NETWORK_BLOCKED`).
 */
export class ApiError extends PluginError {
  readonly status: number
  readonly requestId: string | null
  readonly details: NonNullable<ErrorBody['details']>

  constructor(status: number, body: ErrorBody, requestId: string | null, cause?: unknown) {
    super(body.error, body.message, { cause })
    this.name = 'ApiError'
    this.status = status
    this.requestId = requestId
    this.details = body.details ?? []
  }
}

/** Whose token it is, and who acts by it. */
export function callerHeaders(token: string, { doctorId }: Pick<Credentials, 'doctorId'>) {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` }
  if (doctorId !== undefined) headers['X-Svc-Doctor-Id'] = encodeURIComponent(doctorId)
  return headers
}

interface Deps {
  /** What `/api/v1` lies below: the address of plugin.js without its name. */
  base: string
  credentials: Credentials
  network: Pick<LocalNetwork, 'attempt' | 'blocks'>
  fetch: typeof globalThis.fetch
  timeoutMs: number
}

/** Longer than this is no moment: the doctor is told. */
const LONGEST_WAIT_S = 3
const MOST_WAITS = 3
const NO_NETWORK = { error: 'network', message: 'Não foi possível falar com o servidor.' }

export function apiClient({ base, credentials, network, fetch, timeoutMs }: Deps): ApiClient {
  async function authorized(request: ApiRequest): Promise<Response> {
    const token = await credentials.current()
    const first = await patiently(request, token)
    const refusal = await rejection(first)
    if (!refusal) return first
    const second = await patiently(request, await credentials.afterRejection(token))
    const again = await rejection(second)
    if (again) throw credentials.end()
    return second
  }

  /**
   * A page that opens asks much at once, and the box may ask for a moment's patience (SPEC-GAPS
   * 1.13).
   */
  async function patiently(request: ApiRequest, token: string): Promise<Response> {
    for (let waits = 0; ; waits++) {
      const response = await send(request, token)
      const waitS = response.status === 429 ? Number(response.headers.get('Retry-After') ?? 1) : 0
      if (waits === MOST_WAITS || !(waitS > 0 && waitS <= LONGEST_WAIT_S)) return response
      await new Promise((resolve) => setTimeout(resolve, waitS * 1000))
      request.signal?.throwIfAborted()
    }
  }

  async function send(
    { method, path, body, signal, accept, known, keepalive }: ApiRequest,
    token: string,
  ) {
    const headers = callerHeaders(token, credentials)
    if (accept) headers.Accept = accept
    if (known) headers['If-None-Match'] = known
    const isFile = body instanceof Blob
    if (body !== undefined) headers['Content-Type'] = isFile ? body.type : 'application/json'
    const late = signal || isFile ? undefined : AbortSignal.timeout(timeoutMs)
    const gotThrough = network.attempt('request')
    try {
      const response = await fetch(`${base}/api/v1${path}`, {
        method,
        headers,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        ...(body === undefined ? {} : { body: isFile ? body : jsonOf(body) }),
        signal: signal ?? late ?? null,
        ...(keepalive ? { keepalive } : {}),
      })
      gotThrough()
      return response
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw await unreachable(cause)
    }
  }

  async function unreachable(cause: unknown): Promise<ApiError> {
    const body = (await network.blocks('request')) ? LOCAL_NETWORK_BLOCKED : NO_NETWORK
    return new ApiError(0, body, null, cause)
  }

  /** An answer that broke off, or is none of the box's: a proxy's page, for example. */
  async function bodyOf(response: Response, { signal }: ApiRequest): Promise<unknown> {
    try {
      return await response.json()
    } catch (cause) {
      if (signal?.aborted) throw cause
      if (cause instanceof SyntaxError) throw await toApiError(response)
      throw await unreachable(cause)
    }
  }

  return {
    async request<T>(request: ApiRequest) {
      const response = await authorized(request)
      const { status } = response
      const isKnown = status === 304 && request.known !== undefined
      if (!response.ok && !isKnown) throw await toApiError(response)
      const body = (status === 204 || isKnown ? undefined : await bodyOf(response, request)) as T
      return { status, body, etag: response.headers.get('ETag') ?? undefined }
    },
    async blob(request) {
      const response = await authorized(request)
      if (!response.ok) throw await toApiError(response)
      return { blob: await response.blob(), headers: response.headers }
    },
    async *lines<T>(request: ApiRequest & { signal: AbortSignal }) {
      const response = await authorized({ ...request, accept: 'application/x-ndjson' })
      if (!response.ok || !response.body) throw await toApiError(response)
      for await (const line of readLines(response.body, request.signal, unreachable))
        if (line.trim() !== '') yield JSON.parse(line) as T
    },
  }
}

/** Whether this is an authentication response, as against one about permission. */
async function rejection(response: Response): Promise<boolean> {
  if (response.status === 401) return true
  if (response.status !== 403) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Partial<ErrorBody>
  return body.error !== 'forbidden'
}

async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
  return new ApiError(
    response.status,
    {
      error: body.error ?? 'internal_error',
      message: body.message ?? 'O servidor respondeu de um modo inesperado.',
      ...(body.details ? { details: body.details } : {}),
    },
    response.headers.get('X-Request-Id'),
  )
}

async function* readLines(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  unreachable: (cause: unknown) => Promise<ApiError>,
) {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    // What is left has no end: it was cut off on the way.
  } catch (cause) {
    if (signal.aborted) throw cause
    throw await unreachable(cause)
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Below this no proxy refuses: nginx takes 1 MB unless told otherwise, others more. */
const LARGE_BYTES = 256 * 1024
const TRIES = 2

/**
 * A proxy that takes no large bodies answers 413 with a page of its own, which a browser does not
 * show to a script of another origin: it looks like a network that is down. But small requests get
 * through. Said after two tries of which that is true: a line that broke once may hold next time.
 */
interface FrontRefusal {
  /**
   * For a try that failed.
   * @param ask a small request to the same server; rejects when it is not reached
   * @returns whether something in front of the server refuses a body of this size; after `maybe`
   * another try tells
   */
  judge(error: unknown, ask: () => Promise<unknown>): Promise<'yes' | 'maybe' | 'no'>
}

export function frontRefusal(bytes: number): FrontRefusal {
  let tries = 0
  return {
    async judge(error, ask) {
      if (!(error instanceof ApiError)) return 'no'
      // The server's own refusal has a code.
      if (error.status === 413) return error.code === 'internal_error' ? 'yes' : 'no'
      if (error.status !== 0 || bytes < LARGE_BYTES) return 'no'
      const answers = await ask().then(
        () => true,
        (failure) => failure instanceof ApiError && failure.status > 0,
      )
      if (!answers) return 'no'
      return ++tries >= TRIES ? 'yes' : 'maybe'
    },
  }
}

/** Whether it failed for this reason: an `error` of the service, or one of the plugin's own. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code
}
