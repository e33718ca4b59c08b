/**
 * What the server and the reading child say to each other, over Node's IPC with structured clones.
 */
import type { FileReading } from '../../core/file/file.ts'
import type { RefusalCode } from '../../core/file/refusals.ts'
import type { RecognitionFiles } from './recognition/recognizer.ts'

export interface ReadOptions {
  maxPdfPages: number
  /** Null reads no text off pictures. */
  recognitionFiles: RecognitionFiles | null
  /** Together for a file; what is left then is told as not read. */
  maxRecognitionMs: number
}

export type ToChild =
  | ({ type: 'read'; bytes: Uint8Array } & ReadOptions)
  /** Answer to `recognize`: its turn has come. */
  | { type: 'turn' }

export type FromChild =
  /** Another page is done. */
  | { type: 'progress' }
  /** From here on it computes for seconds: may it? */
  | { type: 'recognize' }
  | { type: 'done'; reading: FileReading }
  | { type: 'failed'; code: RefusalCode }

/** A refusal that the sender of the file is told. */
export class ReadError extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ReadError'
    this.code = code
  }
}
