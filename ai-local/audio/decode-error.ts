import type { DecodeFailure } from './protocol.ts'

/** A failure that the sender of the file is told. */
export class DecodeError extends Error {
  readonly code: DecodeFailure
  /** Names of the format or codec inside, of a file that is good but not one of ours. */
  readonly inside: string | undefined

  constructor(code: DecodeFailure, { inside, cause }: { inside?: string; cause?: unknown } = {}) {
    super(code, { cause })
    this.name = 'DecodeError'
    this.code = code
    this.inside = inside
  }
}
