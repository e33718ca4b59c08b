/**
 * HTTP to one server of the hospital's network, for text and for speech. It speaks to the address
 * that the administrator set and to no other: redirects are refused, and no proxy is taken from the
 * environment. With a certification authority of the hospital's own only that one is believed.
 *
 * A request is sent again only where the server cannot have worked on it: the connection did not
 * come about, or the server said that it is busy (429, 503). Each has a connection of its own,
 * because one that breaks while it is used again does not tell whether the request was read.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { RemoteFailure, remoteFailure } from './remote-failure.ts'

export interface RemoteServer {
  /** Scheme, host, port and path that everything asked for lies under. */
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

export interface RemoteConnection extends AsyncDisposable {
  /**
   * The answer's head; its body is the stream itself and must be read or destroyed.
   * @throws {RemoteFailure}; `signal.reason` when aborted, which ends the stream as well
   */
  send(request: RemoteRequest): Promise<IncomingMessage>
}

const CONNECT_TIMEOUT_MS = 5_000
const MOST_TRIES = 3
const PAUSE_MS = 250
/** A server that wants to be left alone for longer is down for us. */
const LONGEST_RETRY_AFTER_S = 10

export function remoteConnection(server: RemoteServer): RemoteConnection {
  const { apiKey, caPem = null, connectTimeoutMs = CONNECT_TIMEOUT_MS } = server
  const base = new URL(server.baseUrl.endsWith('/') ? server.baseUrl : `${server.baseUrl}/`)
  const isTls = base.protocol === 'https:'
  const agent = isTls
    ? new HttpsAgent({
        keepAlive: false,
        ...(caPem === null ? {} : { ca: caPem }),
        // Whatever the environment says.
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
      })
    : new HttpAgent({ keepAlive: false })

  function attempt({ path, body, signal }: RemoteRequest): Promise<IncomingMessage> {
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

  return {
    async send(request) {
      const { signal } = request
      for (let tries = 1; ; tries++) {
        signal.throwIfAborted()
        const isLast = tries === MOST_TRIES
        const answer = await attempt(request).catch((error: unknown) => {
          const isSafe = error instanceof RemoteFailure && error.isUnsent
          if (isLast || !isSafe) throw error
          return null
        })
        if (answer === null) {
          await pause(PAUSE_MS * tries, signal)
          continue
        }
        const { statusCode = 0 } = answer
        const waitS = isLast ? null : retryAfterS(answer)
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
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
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
