/** What goes between the service and a thread that reads. */
import { AppError, type ErrorDetail, type ErrorKind, isAppError } from '../../core/errors.ts'

/** What a thread is started with. */
export interface ReaderData {
  /** File of the sentence encoder. */
  encoderPath: string
}

export type ToReader =
  /** A piece of what the next task is given. */
  | { type: 'piece'; piece: LongList }
  /** The piece of an answer has come; the next one may. */
  | { type: 'more' }
  | { type: 'task'; name: string; given: unknown }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'no-answer'; id: number; error: SentError }

export type FromReader =
  | { type: 'piece'; piece: LongList }
  | { type: 'done'; value: unknown }
  | { type: 'failed'; error: SentError }
  /** Something that only the service knows. */
  | { type: 'ask'; id: number; name: string; given: unknown[] }

/** An error as it goes from one thread to another: what was expected stays what it is. */
export type SentError =
  | {
      app: true
      kind: ErrorKind
      code: string
      message: string
      details: readonly ErrorDetail[] | undefined
      retryAfterS: number | undefined
    }
  | { app: false; name: string; message: string; stack: string | undefined }

export function sentError(error: unknown): SentError {
  if (isAppError(error)) {
    const { kind, code, message, details, retryAfterS } = error
    return { app: true, kind, code, message, details, retryAfterS }
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { app: false, name, message, stack }
}

export function receivedError(sent: SentError): Error {
  if (sent.app) {
    const { kind, code, message, details, retryAfterS } = sent
    return new AppError(kind, code, message, {
      ...(details ? { details } : {}),
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
    })
  }
  const { name, message, stack } = sent
  return Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) })
}

/** A list out of a value, and where it was. */
export interface LongList {
  path: readonly string[]
  items: unknown[]
}

/** Items in one message: a millisecond, with the words of each. */
const PIECE = 250
/** How far down lists are looked for: `input.sources.segments`. */
const DEPTH = 3

/**
 * Long lists (segments of a transcript with their words) go between threads in pieces: what is
 * copied at once keeps everybody waiting who is answered by the same thread.
 * @returns the value with long lists left empty, and these; what was given stays as it is
 */
export function takeApart(value: unknown): { rest: unknown; lists: LongList[] } {
  const lists: LongList[] = []
  return { rest: emptied(value, [], lists), lists }
}

/** The pieces of a list, in order. */
export function* piecesOf({ path, items }: LongList): Generator<LongList> {
  for (let from = 0; from < items.length; from += PIECE)
    yield { path, items: items.slice(from, from + PIECE) }
}

/** Fills what `takeApart` emptied, with all pieces in the order they came. */
export function putTogether(rest: unknown, pieces: readonly LongList[]): unknown {
  for (const { path, items } of pieces) {
    let at = rest
    for (const name of path) at = (at as Record<string, unknown>)[name]
    for (const item of items) (at as unknown[]).push(item)
  }
  return rest
}

function emptied(value: unknown, path: readonly string[], lists: LongList[]): unknown {
  if (Array.isArray(value)) {
    if (value.length <= PIECE) return value
    lists.push({ path, items: value })
    return []
  }
  if (path.length >= DEPTH || !isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, emptied(inner, [...path, name], lists)]),
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
