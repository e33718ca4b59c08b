import type { ModelKind } from './catalogue.ts'
import type { ModelFitness } from './model-fitness.ts'
import type { ModelHeader } from './model-header.ts'

/** What is known of a file in the models folder beyond its bytes; kept beside it. */
export interface ModelRecord {
  name: string
  kind: ModelKind
  sha256: string
  /** Size of the file when it was last proven: a changed file is noticed without reading it. */
  sizeBytes: number
  modifiedMs: number
  verifiedAt: string
  /** Address or path it came from. */
  source: string
  licence: string | null
  licenceAcceptedAt: string | null
  /** Fitness of a language model that was proven (model-fitness.ts). */
  fitness?: ModelFitness | undefined
}

export interface StoredModel {
  file: string
  path: string
  sizeBytes: number
  modifiedMs: number
  /** null: put there by hand, or older than its file. */
  record: ModelRecord | null
}

/** A download that was begun and not finished. */
export interface PartialModel {
  file: string
  receivedBytes: number
}

export interface TransferProgress {
  /** `hash`: reading what is already here. `wait`: before another attempt, `waitMs` from now. */
  phase: 'hash' | 'download' | 'copy' | 'wait'
  doneBytes: number
  totalBytes: number | null
  waitMs?: number
  /** Before `wait`: what was the matter, an English clause. */
  reason?: string
}

export interface TransferOptions {
  signal: AbortSignal
  onProgress?(progress: TransferProgress): void
}

/** The models folder, as the use cases see it. */
export interface ModelStore {
  readonly folder: string
  list(): Promise<StoredModel[]>
  partials(): Promise<PartialModel[]>
  find(file: string): Promise<StoredModel | null>
  freeBytes(): Promise<number>
  /**
   * Downloads into the folder, continuing what an earlier attempt left; the file appears whole and
   * proven, or not at all.
   * @throws {AppError} `model_checksum_mismatch`, `model_not_at_source`, `model_access_refused`,
   * `download_failed`, `download_redirect_refused`, `disk_full`, `model_busy`; `signal.reason` when
   * aborted
   */
  download(
    target: { file: string; url: string; sha256: string; sizeBytes: number | null },
    options: TransferOptions,
  ): Promise<StoredModel>
  /**
   * Copies a file in, under `file`; whole and with this digest, or not at all. @throws as
   * `download`
   */
  copyIn(
    target: { file: string; sourcePath: string; sha256: string },
    options: TransferOptions,
  ): Promise<StoredModel>
  /** SHA-256 of a file in the folder, or of any path, in hex. */
  digest(path: string, options: TransferOptions): Promise<string>
  /** The first bytes of any file, at most `length`. */
  head(path: string, length: number): Promise<Uint8Array>
  /** It ends before its own header says. Nothing of the weights is read. */
  isCutShort(path: string, header: ModelHeader): Promise<boolean>
  /**
   * Model-like files (`.bin`, `.gguf`) at a path: itself, or those in the folder and its
   * sub-folders.
   */
  candidates(path: string): Promise<{ path: string; sizeBytes: number }[]>
  keepRecord(file: string, record: ModelRecord): Promise<void>
  /** The file, its record and what an unfinished download left. */
  remove(file: string): Promise<void>
}
