/**
 * What a browser would find at the public address: the service, a large body passed on to it, and
 * its channel. Nothing secret is sent, so any certificate will do: whether it is believed is
 * another check's.
 */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Config } from '../../config/settings.ts'
import type { PublicProbeFacts } from '../../core/doctor/check.ts'
import { portUser } from './probes.ts'

const MIB = 2 ** 20
const TIMEOUT_MS = 30_000
const ANY_CERTIFICATE = { rejectUnauthorized: false }

export async function publicProbe(config: Config, stop: AbortSignal): Promise<PublicProbeFacts> {
  const sentMiB = config.fileMaxMiB + 1
  const about = { url: config.publicUrl, sentMiB }
  if ((await portUser(config)) !== 'us') return { ...about, issue: 'not_running', status: null }
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    const small = await ask(config.publicUrl, 0, signal)
    if (!isOurs(small)) return { ...about, issue: 'not_us', status: small.statusCode ?? null }
    const large = await askOften(config.publicUrl, sentMiB * MIB, signal)
    if (!isOurs(large)) return { ...about, issue: 'body', status: large.statusCode ?? null }
    const refused = await upgrade(config.publicUrl, signal)
    if (refused !== null) return { ...about, issue: 'channel', status: refused }
    return { ...about, issue: null, status: null }
  } catch (error) {
    stop.throwIfAborted()
    return { ...about, issue: signal.aborted ? 'silent' : codeOf(error), status: null }
  }
}

/** An answer may be lost with the connection that is closed under a body. */
const MOST_TRIES = 5

async function askOften(publicUrl: string, bytes: number, signal: AbortSignal, tries = MOST_TRIES) {
  try {
    return await ask(publicUrl, bytes, signal)
  } catch (error) {
    if (!CLOSED.has(codeOf(error)) || tries === 1) throw error
    return askOften(publicUrl, bytes, signal, tries - 1)
  }
}

const CLOSED: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET'])
const PIECE = Buffer.alloc(64 << 10)

/** In pieces, and what has come is read between them: the answer may come before the end. */
async function* body(bytes: number) {
  for (let left = bytes; left > 0; left -= PIECE.length) {
    yield left < PIECE.length ? PIECE.subarray(0, left) : PIECE
    await setImmediate()
  }
}

/** No address of ours takes a POST here: it is refused without being kept or put on record. */
function ask(publicUrl: string, bytes: number, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(`${publicUrl}/healthz?${randomUUID()}`)
  const send = url.protocol === 'https:' ? secureRequest : request
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      ...ANY_CERTIFICATE,
      method: bytes === 0 ? 'GET' : 'POST',
      headers: bytes === 0 ? {} : { 'content-length': bytes },
      agent: false,
      signal,
    })
    let answer: IncomingMessage | undefined
    sent.once('response', (response) => {
      answer = response
      response.resume()
      resolve(response)
    })
    // Who refuses a body closes the connection under it.
    sent.on('error', (error) => (answer ? undefined : reject(error)))
    Readable.from(body(bytes)).pipe(sent)
  })
}

/** Every answer of the service has one, and proxies make none of this form. */
function isOurs({ headers }: IncomingMessage): boolean {
  return /^[\w-]{16,}$/.test(String(headers['x-request-id'] ?? ''))
}

/** The status that came instead of a channel; null: it opened. */
function upgrade(publicUrl: string, signal: AbortSignal): Promise<number | null> {
  const address = `${publicUrl.replace(/^http/, 'ws')}/api/v1/channel`
  const socket = new WebSocket(address, 'svc.v1', ANY_CERTIFICATE)
  const stop = () => socket.terminate()
  signal.addEventListener('abort', stop, { once: true })
  return new Promise<number | null>((resolve, reject) => {
    socket.once('open', () => resolve(null))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', reject)
  }).finally(() => {
    signal.removeEventListener('abort', stop)
    socket.terminate()
  })
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'unknown'
}
