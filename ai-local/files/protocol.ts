/** What the server and the reading child say to each other, over Node's IPC with structured clones. */
import type { FileType } from '../../core/contract/files.ts'
import type { FileReading } from '../../core/file/file.ts'
import type { RefusalCode } from '../../core/file/refusals.ts'

export interface ReadOptions {
  maxPdfPages: number
  /** Folder with `por.traineddata.gz`; null reads no text off pictures. */
  languageDir: string | null
}

export type ToChild =
  | ({ type: 'read'; bytes: Uint8Array } & ReadOptions)
  /** Answer to `recognize`: its turn has come. */
  | { type: 'turn' }

export type FromChild =
  /** What the content is taken for; said before anything dangerous is tried. */
  | { type: 'sniffed'; fileType: FileType | null }
  /** Another page is done. */
  | { type: 'progress' }
  /** From here on it computes for seconds: may it? */
  | { type: 'recognize' }
  | { type: 'done'; reading: FileReading }
  | { type: 'failed'; code: RefusalCode }
