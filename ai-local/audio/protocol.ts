/**
 * What the server and the decoding child say to each other, over Node's IPC with structured clones.
 */
import type { UnusedPart } from '../../core/input-use/input-use.ts'
import type { AudioFormat } from './sniff.ts'

export type ToChild =
  | { type: 'decode'; sizeBytes: number; maxSamples: number; channels: 1 | 2 }
  /** Answer to `read`. */
  | { type: 'bytes'; id: number; bytes: Uint8Array }
  /** The samples were taken: send more. */
  | { type: 'taken' }

export type FromChild =
  | { type: 'read'; id: number; from: number; to: number }
  /** PCM16 16 kHz in order, an array per channel. Sent one at a time: the next after `taken`. */
  | { type: 'samples'; samples: Int16Array[] }
  | { type: 'done'; format: AudioFormat; unused: UnusedPart[] }
  | { type: 'failed'; code: DecodeFailure; inside: string | undefined }

export type DecodeFailure =
  | 'audio_empty'
  | 'audio_unsupported'
  | 'audio_invalid'
  | 'audio_too_long'
  /** Its table of contents never came: `audio_invalid` with its own sentence. */
  | 'index_missing'

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
