/** Whether everything that is sealed opens, and sound is what its statement said (DESIGN §8). */

import type { UnusedCode } from '../input-use/unused-sentences.ts'

/** Something that does not open, or is not what it was; by what it is, never by what it says. */
export interface ContentFault {
  consultationId: string
  /** `segments.sealed_text`, `file`, `audio`, `key`. */
  what: string
  /** The row, the file, or recording and channel. */
  where: string
  fault: 'missing' | 'damaged' | 'other_digest'
}

export interface ContentReport {
  consultations: number
  /** Values of the database that opened. */
  values: number
  files: number
  /** Channels of finished recordings whose digest holds. */
  channels: number
  /**
   * Channels whose sound was erased by its age: their statement stays, and nothing is there to
   * compare it with.
   */
  erased: number
  faults: ContentFault[]
  /** Where a voice was heard whose words could not be recognized: no fault of what is kept. */
  notUnderstood: NotUnderstoodSpeech[]
  /** Parts of recordings, files and texts that were not used, and why: no fault of what is kept. */
  unused: UnusedInput[]
}

export interface UnusedInput {
  consultationId: string
  /** Id of the recording or the file; `context` or `background_history`. */
  inputId: string
  code: UnusedCode
  /** How many parts of this kind. */
  parts: number
}

export interface NotUnderstoodSpeech {
  consultationId: string
  segments: number
  durationMs: number
}

/** @param consultationIds null: all of them. @throws {AppError} `consultation_not_found` */
export type VerifyContent = (
  consultationIds: readonly string[] | null,
  onProgress: (done: number, total: number) => void,
) => Promise<ContentReport>
