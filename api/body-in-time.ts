/**
 * Bodies that are held in memory have to arrive in time, and all of them together have a bound. The
 * server's own limit is made for the largest upload; for that long a caller could leave thousands
 * of bodies one byte short of their end. What goes first is what has been on its way longest: a
 * body that just comes in is not touched, however many others never do.
 */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../core/errors.ts'

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
