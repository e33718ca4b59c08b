/**
 * JSON bodies and no others. Most are a few hundred bytes that have arrived with the headers, or
 * while the caller was being checked: those are read at once, at a fraction of what a stream parser
 * costs. Whatever is not as plain as that (large, late, chunked, compressed, not an object, odd in
 * any way) is left to the library, which alone refuses.
 *
 * JSON is UTF-8 (RFC 8259). Bytes of another alphabet are refused: a library reads them as
 * "Cora??o", and that would stand in a record for ever.
 */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Context, Middleware } from 'koa'
import { AppError } from '../../core/errors.ts'
import { notUtf8, unsupportedMediaType } from '../status.ts'

/** A context of 50,000 characters or a long document fits well. */
const limit = '1mb'
const largestBytes = 1 << 20
const smallBytes = 16_384

/**
 * @throws `unsupported_media_type`, `payload_too_large`, `request_timeout`, `validation_error`
 * through the error writer
 */
export function jsonBody(times: { withinMs?: number } = {}): Middleware {
  // DELETE too: one endpoint wants to know who deletes, and why (spec §4.2).
  const parsedMethods = ['POST', 'PUT', 'PATCH', 'DELETE']
  let parser: Promise<Middleware> | undefined
  // It is large, and no start waits for it.
  async function load(): Promise<Middleware> {
    const { bodyParser } = await import('@koa/bodyparser')
    return bodyParser({ enableTypes: ['json'], jsonLimit: limit, parsedMethods })
  }
  return (ctx, next) => {
    const { req, request } = ctx
    if (isPlain(req)) {
      request.body = smallObject(req)
      if (request.body !== undefined) return next()
    }
    // No body at all is an empty one: `POST` without content is how curl says "the defaults".
    const type = request.length === 0 ? null : ctx.is('json')
    if (type === null) return next()
    if (type === false || !utf8Names.has(request.charset.toLowerCase()))
      throw unsupportedMediaType()
    // Before anybody listens to the body: what comes meanwhile waits.
    parser ??= load()
    const parsed = parser.then((parse) => parseUtf8(ctx, parse))
    return inTime(req, largestBytes, parsed, times).then(next)
  }
}

/** What a host may call it; without a name it is what JSON always is. */
const utf8Names = new Set(['', 'utf-8', 'utf8', 'us-ascii'])

/**
 * Beside the library, which decodes while it reads and does not tell what it put in the place of
 * wrong bytes.
 */
async function parseUtf8(ctx: Context, parse: Middleware): Promise<void> {
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer) => void chunks.push(chunk)
  ctx.req.on('data', keep)
  try {
    await parse(ctx, () => Promise.resolve())
  } finally {
    ctx.req.off('data', keep)
  }
  // Of a compressed body the bytes are the compressor's; there the sign itself has to do.
  const isWhole = ctx.req.headers['content-encoding']
    ? !ctx.request.rawBody?.includes('\ufffd')
    : isUtf8(Buffer.concat(chunks))
  if (!isWhole) throw notUtf8()
}

/** Wholly here, of a stated length, neither encoded nor large. */
function isPlain({ headers, complete, readableLength, method }: IncomingMessage): boolean {
  return (
    complete &&
    readableLength > 0 &&
    readableLength <= smallBytes &&
    headers['content-length'] === String(readableLength) &&
    headers['content-type'] === 'application/json' &&
    headers['content-encoding'] === undefined &&
    (method === 'POST' || method === 'PUT' || method === 'PATCH')
  )
}

/** @returns undefined for all that is not beyond doubt; the bytes are then back in the stream */
function smallObject(req: IncomingMessage): object | undefined {
  const bytes = req.read() as Buffer
  if (bytes[0] === OPENING_BRACE && isUtf8(bytes)) {
    const text = bytes.toString()
    if (!suspicious.test(text)) {
      try {
        return JSON.parse(text) as object
      } catch {
        // The library words the refusal.
      }
    }
  }
  req.unshift(bytes)
  return undefined
}

const OPENING_BRACE = 0x7b
/** What could name a prototype, also in escapes; the library looks closer. */
const suspicious = /__proto__|\\u/

/** For a megabyte, or a few: 70 kB a second at least. */
const IN_TIME_MS = 60_000
const MOST_BYTES = 128 << 20
const ANSWER_MS = 1000

interface Incoming {
  bytes: number
  refuse(): void
}

/** The memory is the process's, and so is this. Oldest first. */
const underWay = new Set<Incoming>()

/**
 * Bodies that are held in memory have to arrive in time, and all of them together have a bound. The
 * server's own limit is made for the largest upload; for that long a caller could leave thousands
 * of bodies one byte short of their end. What goes first is what has been on its way longest: a
 * body that just comes in is not touched, however many others never do.
 * @param largest what the reader holds at most, for bodies that do not say their length
 * @throws {AppError} `request_timeout`, and what `reading` throws
 */
export async function inTime<Body>(
  request: IncomingMessage,
  largest: number,
  reading: Promise<Body>,
  { withinMs = IN_TIME_MS, mostBytes = MOST_BYTES, answerMs = ANSWER_MS } = {},
): Promise<Body> {
  const bytes = Math.min(Number(request.headers['content-length'] ?? largest), largest)
  const incoming: Incoming = { bytes, refuse: () => {} }
  const refused = new Promise<never>((_, reject) => {
    incoming.refuse = () => {
      reject(tooSlow())
      // What came so far is held as long as the connection; the answer leaves before that.
      setTimeout(() => request.destroy(), answerMs)
    }
  })
  const timer = setTimeout(incoming.refuse, withinMs)
  underWay.add(incoming)
  makeRoom(mostBytes)
  try {
    return await Promise.race([reading, refused])
  } finally {
    clearTimeout(timer)
    underWay.delete(incoming)
  }
}

function makeRoom(mostBytes: number): void {
  let held = 0
  for (const { bytes } of underWay) held += bytes
  for (const oldest of underWay) {
    if (held <= mostBytes) return
    held -= oldest.bytes
    underWay.delete(oldest)
    oldest.refuse()
  }
}

function tooSlow(): AppError {
  return new AppError('invalid', 'request_timeout', 'A requisição demorou demais para chegar.')
}
