/** What goes between the service and a thread that reads. */
import { AppError, type ErrorDetail, type ErrorKind, isAppError } from '../../core/errors.ts'
import type { LongList } from './parts.ts'

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
