/**
 * One request and its answer over TLS, told apart by what is certain. The request is only written
 * once the connection is encrypted and the server's certificate proved, so that "it never left" is
 * a fact and not a guess. Connections are not kept: a server that closes an idle one at the wrong
 * moment would leave us guessing whether it read what was sent. Redirects are answers like any
 * other; nothing here follows them.
 */

import type { IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { HttpsProxyAgent } from 'https-proxy-agent'

export interface ExchangeRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  /** Presented in the handshake. */
  identity?: { keyPem: string; chainPem: string }
  signal?: AbortSignal
}

export type Exchanged =
  /** `complete` false: the body was cut, by them or, where it was too large, by us. */
  | {
      kind: 'answer'
      status: number
      header(name: string): string | undefined
      body: string
      complete: boolean
    }
  /** Nothing of the request left this machine. */
  | { kind: 'unsent'; reason: 'connect' | 'timeout'; errorCode: string }
  /** It left, wholly or in part, and no answer came. */
  | { kind: 'lost'; reason: 'timeout' | 'reset'; errorCode: string }

export interface ExchangeOptions {
  /** `http://proxy.hospital.example:3128`; null: straight. */
  proxy: string | null
  /** PEM of the only authority that is trusted; null: the public ones. */
  caPem: string | null
  connectTimeoutMs: number
  /** From the first step to the last byte. */
  totalTimeoutMs: number
  maxAnswerBytes: number
}

export type Exchange = (request: ExchangeRequest) => Promise<Exchanged>

export function exchange(options: ExchangeOptions): Exchange {
  const { proxy, caPem, connectTimeoutMs, totalTimeoutMs, maxAnswerBytes } = options
  const agent = proxy ? new HttpsProxyAgent(proxy) : new Agent({ keepAlive: false })

  return (asked) =>
    new Promise((resolve) => {
      let sent = false
      let settled = false
      const settle = (result: Exchanged) => {
        if (settled) return
        settled = true
        clearTimeout(connecting)
        clearTimeout(whole)
        asked.signal?.removeEventListener('abort', giveUp)
        resolve(result)
        call.destroy()
      }
      const failed = (reason: 'connect' | 'timeout' | 'reset', errorCode: string) => {
        if (!sent) settle({ kind: 'unsent', reason: orConnect(reason), errorCode })
        else settle({ kind: 'lost', reason: orReset(reason), errorCode })
      }
      const giveUp = () => failed('timeout', 'aborted')

      const call = request(asked.url, requestOptions(asked, caPem, agent))
      const connecting = setTimeout(() => failed('timeout', 'connect_timeout'), connectTimeoutMs)
      const whole = setTimeout(() => failed('timeout', 'total_timeout'), totalTimeoutMs)
      if (asked.signal?.aborted) giveUp()
      else asked.signal?.addEventListener('abort', giveUp)

      call.on('error', (error) => failed(sent ? 'reset' : 'connect', codeOf(error)))
      // A proxy that refuses the tunnel would otherwise look like the network's own answer.
      call.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
        if (statusCode !== 200) failed('connect', `proxy_${statusCode}`)
      })
      call.once('socket', (socket) => {
        socket.once('secureConnect', () => {
          if (settled) return
          clearTimeout(connecting)
          sent = true
          call.end(asked.body)
        })
      })
      call.once('response', (response) => {
        readBody(response, maxAnswerBytes, ({ body, complete }) =>
          settle({
            kind: 'answer',
            status: response.statusCode ?? 0,
            header: (name) => firstOf(response.headers[name]),
            body,
            complete,
          }),
        )
      })
    })
}

function requestOptions(
  { method, headers, body, identity }: ExchangeRequest,
  caPem: string | null,
  agent: Agent | HttpsProxyAgent<string>,
): RequestOptions {
  return {
    method,
    agent,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    minVersion: 'TLSv1.2',
    ...(identity && { key: identity.keyPem, cert: identity.chainPem }),
    ...(caPem && { ca: caPem }),
  }
}

/** Calls back once: at the end, when it was cut off, or when it was too much. */
function readBody(
  response: IncomingMessage,
  maxBytes: number,
  done: (read: { body: string; complete: boolean }) => void,
): void {
  const parts: Buffer[] = []
  let size = 0
  const text = () => Buffer.concat(parts).toString('utf8')
  response.on('data', (part: Buffer) => {
    size += part.length
    if (size > maxBytes) done({ body: text(), complete: false })
    else parts.push(part)
  })
  response.once('end', () => done({ body: text(), complete: response.complete }))
  response.on('error', () => done({ body: text(), complete: false }))
}

const orConnect = (reason: 'connect' | 'timeout' | 'reset') =>
  reason === 'timeout' ? reason : 'connect'

const orReset = (reason: 'connect' | 'timeout' | 'reset') =>
  reason === 'timeout' ? reason : 'reset'

/** `ECONNREFUSED`, `CERT_HAS_EXPIRED`: a code, since a message may quote addresses and contents. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
