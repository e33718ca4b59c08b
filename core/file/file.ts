import type { FileType } from '../contract/files.ts'
import type { InputUse } from '../input-use/input-use.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * Marks in the text of a file, where recognition is not sure: doctors see them, generators read
 * them, and rules quote them with the number. No question mark: it would end a sentence.
 */
export const UNSURE_NUMBER = '(incerto)'
/** Stands where something was seen and not read, so that nothing takes its place in a row. */
export const UNREADABLE = '(ilegível)'

/**
 * An uploaded file as the service holds it (SPEC-GAPS 1.12). Its bytes, text and thumbnail rest
 * apart from it.
 */
export interface FileRecord {
  id: string
  consultationId: string
  /** For display only: nothing is stored under it. */
  name: string
  source: 'user' | 'host'
  sizeBytes: number
  /** Fingerprint of the content, by `ContentKeys.fingerprint`; null until it is here. */
  fingerprint: string | null
  /** `waiting`: announced, no bytes yet. */
  state: 'waiting' | 'processing' | 'ready' | 'failed'
  type: FileType | null
  pages: number | null
  textLength: number | null
  textFrom: 'file' | 'recognition' | null
  hasThumbnail: boolean
  /** Null until it is ready. */
  use: InputUse | null
  /** Only in `failed`. */
  failure: RefusalCode | null
  /** Until when its address takes the bytes. */
  uploadExpiresAt: Date
  createdAt: Date
}

/** What reading a file gave. */
export interface FileReading {
  type: FileType
  /** A picture has one. */
  pages: string[]
  textFrom: 'file' | 'recognition' | null
  use: InputUse
  /** WebP, 160 px at most; null when none could be drawn. */
  thumbnail: Uint8Array | null
  /**
   * The picture without metadata, upright and not larger than needed, to be kept instead of what
   * was sent.
   */
  picture: Uint8Array | null
}
