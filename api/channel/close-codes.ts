import type { ErrorBody } from '../../core/contract/api.ts'
import { type ErrorKind, isAppError } from '../../core/errors.ts'
import { fullDiskOf, toldAsFull } from '../../core/storage-room.ts'

/** Why the server closes a channel. The 44xx are HTTP's numbers plus 4000. */
export const CLOSE = {
  shuttingDown: 1012,
  tooBig: 1009,
  internal: 1011,
  tryAgainLater: 1013,
  invalid: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  notFound: 4404,
  /** The same recording went on in a newer channel. */
  takenOver: 4409,
} as const

const BY_KIND: Record<ErrorKind, number> = {
  invalid: CLOSE.invalid,
  unauthenticated: CLOSE.unauthenticated,
  forbidden: CLOSE.forbidden,
  'not-found': CLOSE.notFound,
  conflict: CLOSE.takenOver,
  rejected: 4422,
  'too-large': CLOSE.tooBig,
  unsupported: CLOSE.invalid,
  busy: CLOSE.tryAgainLater,
  unavailable: CLOSE.tryAgainLater,
}

/** What a failure looks like on the wire, and the code to close with where it is the end. */
export function presentFailure(thrown: unknown): { body: ErrorBody; closeCode: number } {
  const which = fullDiskOf(thrown)
  const error = which === 'perhaps' ? thrown : toldAsFull(thrown, which)
  if (!isAppError(error))
    return {
      body: { error: 'internal_error', message: 'Erro interno do servidor.' },
      closeCode: CLOSE.internal,
    }
  const { code, message, details, kind } = error
  const body = { error: code, message, ...(details && { details: [...details] }) }
  return { body, closeCode: BY_KIND[kind] }
}
