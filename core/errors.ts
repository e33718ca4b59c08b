/**
 * The one family of expected failures. Use cases throw `AppError`; every edge (HTTP, channel, CLI)
 * translates its `kind` once. Anything else that is thrown is a bug and leaves as `internal_error`.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'rejected'
  | 'too-large'
  | 'unsupported'
  | 'busy'
  | 'unavailable'

/**
 * One reason of several, in the form of spec §7: `{ field, issue }` and further facts, never
 * clinical text.
 */
export type ErrorDetail = Record<string, string | number | boolean | null | readonly Choice[]>

/** One of several codes that a caller may choose from; null: what it is called is not known. */
export interface Choice {
  code: string
  display: string | null
}

interface ErrorOptions {
  cause?: unknown
  details?: readonly ErrorDetail[]
  /** When trying again can help, in whole seconds. */
  retryAfterS?: number
}

/**
 * An expected failure: `code` is stable English, `message` Portuguese where a doctor or host may
 * show it (spec §7).
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: readonly ErrorDetail[] | undefined
  readonly retryAfterS: number | undefined

  constructor(kind: ErrorKind, code: string, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.details = options.details
    this.retryAfterS = options.retryAfterS
  }
}

/** Narrows what was caught. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError
}

/** A refused input: one `{ field, issue }` per fault (spec §7, SPEC-GAPS 1.11). */
export function validationError(
  details: readonly ErrorDetail[],
  message = 'Os dados enviados não são válidos.',
): AppError {
  return new AppError('invalid', 'validation_error', message, { details })
}

/**
 * Unknown, or of another organization: the answer is the same, so that nobody can probe (SPEC-GAPS
 * 1.5).
 */
export function notFound(message = 'Não encontrado.'): AppError {
  return new AppError('not-found', 'not_found', message)
}
