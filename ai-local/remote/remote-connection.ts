/**
 * HTTP to a server of the hospital's network, or to several that do the same work, for text and for
 * speech. It speaks to the addresses that the administrator set and to no other: redirects are
 * refused, and no proxy is taken from the environment. With a certification authority of the
 * hospital's own only that one is believed.
 *
 * One server is sent a request again only where it cannot have worked on it: the connection did not
 * come about, or the server said that it is busy (429, 503). Another one of several is also sent
 * what the first had begun on when it was lost: what they do changes nothing anywhere. Each request
 * has a connection of its own, because one that breaks while it is used again does not tell whether
 * the request was read.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionIssue, connectionIssueOf } from '../../core/connection-issues.ts'
import { AppError } from '../../core/errors.ts'
import { type PoolServer, serverPool } from './server-pool.ts'

export interface RemoteServer {
  /**
   * Scheme, host, port and path that everything asked for lies under; several with commas between
   * them.
   */
  baseUrl: string
  apiKey: string | null
  /** PEM; null: the public authorities. */
  caPem?: string | null
  connectTimeoutMs?: number
}

export interface RemoteRequest {
  /** Below the base address, without a leading slash. */
  path: string
  /** None: a GET. */
  body?: { type: string; bytes: Uint8Array }
  signal: AbortSignal
}

export interface RemoteConnection extends AsyncDisposable, Pick<OneServer, 'ask'> {
  /**
   * For what takes several requests of one and the same server.
   * @param work is called again with another server where the first was lost in the middle
   * @throws as `ask`
   */
  withOne<Answer>(
    signal: AbortSignal,
    work: (server: OneServer) => Promise<Answer>,
  ): Promise<Answer>
}

export interface OneServer {
  /** Tells it from the others. */
  readonly address: string
  /**
   * @param read takes the answer's head; its body is the stream itself, and is destroyed after it.
   * Of a connection it is called again with another server's answer where the first was lost in the
   * middle.
   * @throws {RemoteFailure}; what `read` throws; `signal.reason` when aborted
   */
  ask<Answer>(
    request: RemoteRequest,
    read: (response: IncomingMessage) => Promise<Answer>,
  ): Promise<Answer>
}

const CONNECT_TIMEOUT_MS = 5_000
/** Overloaded, loading, or a proxy without the server behind it: another may be better off. */
const PASSING = new Set([429, 502, 503, 504])
const MOST_TRIES = 3
const PAUSE_MS = 250
/** A server that wants to be left alone for longer is down for us. */
const LONGEST_RETRY_AFTER_S = 10

export function remoteConnection(server: RemoteServer): RemoteConnection {
  const { apiKey, caPem = null, connectTimeoutMs = CONNECT_TIMEOUT_MS } = server
  const pool = serverPool(server.baseUrl)
  const secureAgent = new HttpsAgent({
    keepAlive: false,
    ...(caPem === null ? {} : { ca: caPem }),
    // Whatever the environment says.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  })
  const plainAgent = new HttpAgent({ keepAlive: false })

  function attempt(
    { base }: PoolServer,
    { path, body, signal }: RemoteRequest,
  ): Promise<IncomingMessage> {
    const isTls = base.protocol === 'https:'
    const agent = isTls ? secureAgent : plainAgent
    const headers = {
      accept: 'application/json, text/event-stream',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body && { 'content-type': body.type, 'content-length': body.bytes.byteLength }),
    }
    return new Promise((resolve, reject) => {
      let isConnected = false
      const method = body ? 'POST' : 'GET'
      const send = isTls ? httpsRequest : httpRequest
      const call = send(new URL(path, base), { method, agent, headers, signal })
      const connecting = setTimeout(
        () => call.destroy(new RemoteFailure('connect_timeout', true)),
        connectTimeoutMs,
      )
      const connected = () => {
        isConnected = true
        clearTimeout(connecting)
      }
      call.once('socket', (socket) => socket.once(isTls ? 'secureConnect' : 'connect', connected))
      call.once('response', resolve)
      call.on('error', (error) => {
        clearTimeout(connecting)
        if (signal.aborted) reject(signal.reason)
        else reject(remoteFailure(error, isConnected))
      })
      call.end(body?.bytes)
    })
  }

  /** @param isLast there is no other: it is worth waiting for */
  async function send(to: PoolServer, request: RemoteRequest, isLast: boolean) {
    const { signal } = request
    const most = isLast ? MOST_TRIES : 1
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted()
      const answer = await attempt(to, request).catch((error: unknown) => {
        const isSafe = error instanceof RemoteFailure && error.isUnsent
        if (tries === most || !isSafe) throw error
        return null
      })
      if (answer === null) {
        await pause(PAUSE_MS * tries, signal)
        continue
      }
      const { statusCode = 0 } = answer
      if (!isLast && PASSING.has(statusCode)) {
        answer.destroy()
        throw new RemoteFailure('connection_lost')
      }
      const waitS = tries === most ? null : retryAfterS(answer)
      if ((statusCode === 429 || statusCode === 503) && waitS !== null) {
        answer.destroy()
        await pause(waitS * 1000 || PAUSE_MS * tries, signal)
        continue
      }
      if (statusCode >= 300 && statusCode < 400) {
        answer.destroy()
        throw new RemoteFailure('redirected')
      }
      return answer
    }
  }

  function oneServer(server: PoolServer, isLast: boolean): OneServer {
    return {
      address: server.base.href,
      async ask(request, read) {
        const response = await send(server, request, isLast)
        return read(response).finally(() => response.destroy())
      },
    }
  }

  async function withOne<Answer>(
    signal: AbortSignal,
    work: (server: OneServer) => Promise<Answer>,
  ): Promise<Answer> {
    const tried = new Set<PoolServer>()
    for (;;) {
      const to = pool.choose(tried)
      tried.add(to)
      const isLast = tried.size === pool.size
      to.busy++
      try {
        const answer = await work(oneServer(to, isLast))
        pool.answered(to)
        return answer
      } catch (error) {
        const isSlow = signal.aborted && signal.reason instanceof RemoteFailure
        // What is wrong with the request itself is so at every server.
        if ((signal.aborted && !isSlow) || error instanceof AppError) throw error
        pool.failed(to)
        if (isLast || isSlow) throw error
      } finally {
        to.busy--
      }
    }
  }

  return {
    withOne,
    ask: (request, read) => withOne(request.signal, (server) => server.ask(request, read)),
    async [Symbol.asyncDispose]() {
      secureAgent.destroy()
      plainAgent.destroy()
    },
  }
}

/**
 * Seconds to wait, 0 where it does not say; null when that is too long. The header holds seconds or
 * a date.
 */
function retryAfterS({ headers }: IncomingMessage): number | null {
  const asked = headers['retry-after'] ?? '0'
  const seconds = /^\d+$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000
  return seconds <= LONGEST_RETRY_AFTER_S ? Math.max(0, seconds) : null
}

async function pause(ms: number, signal: AbortSignal) {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

/**
 * Why a server elsewhere in the network gave no answer, as a word that settings and `doctor` can
 * explain. Nothing of the request or the answer is in it: neither key nor prompt can reach a log
 * this way.
 */
export type RemoteIssue =
  | ConnectionIssue
  | 'first_token_timeout'
  | 'timeout'
  | 'redirected'
  | 'key_refused'
  | 'no_such_model'
  | 'computed_elsewhere'

export class RemoteFailure extends Error {
  readonly issue: RemoteIssue
  /** The server cannot have seen anything of the request: it may be sent again. */
  readonly isUnsent: boolean

  constructor(issue: RemoteIssue, isUnsent = false) {
    super(`remote server: ${issue}`)
    this.name = 'RemoteFailure'
    this.issue = issue
    this.isUnsent = isUnsent
  }
}

/** @param sent whether the connection stood when it failed */
function remoteFailure(error: unknown, sent: boolean): RemoteFailure {
  if (error instanceof RemoteFailure) return error
  const issue = connectionIssueOf(error)
  return new RemoteFailure(issue, !sent && RETRIED.has(issue))
}

const RETRIED: ReadonlySet<RemoteIssue> = new Set([
  'connection_lost',
  'connection_refused',
  'unreachable',
  'connect_timeout',
])
