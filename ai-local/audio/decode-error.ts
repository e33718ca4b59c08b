import type { DecodeFailure } from './protocol.ts'

/** A failure that the sender of the file is told. */
export class DecodeError extends Error {
  readonly code: DecodeFailure

  constructor(code: DecodeFailure, options?: ErrorOptions) {
    super(code, options)
    this.name = 'DecodeError'
    this.code = code
  }
}
