import type { RefusalCode } from '../../core/file/refusals.ts'

/** A refusal that the sender of the file is told. */
export class ReadError extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ReadError'
    this.code = code
  }
}
