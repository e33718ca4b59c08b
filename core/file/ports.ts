import type { DocumentInput } from '../document/models/ports.ts'
import type { Share } from '../engine/fair-shares.ts'
import type { JobQueue } from '../job/ports.ts'
import type { FileReading, FileRecord } from './file.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * Files at rest, without their bytes. Names and texts pass through here in the clear and nowhere
 * else.
 */
export interface FileStore {
  create(file: FileRecord): Promise<void>
  find(id: string): Promise<FileRecord | undefined>
  /** Oldest first. */
  list(consultationId: string): Promise<FileRecord[]>
  /**
   * `waiting` → `processing`, once: the row is in the queue then.
   * @returns `spent` when it was not waiting, `duplicate` when the consultation has this content
   */
  markReceived(id: string, fingerprint: string): Promise<'received' | 'spent' | 'duplicate'>
  /** `waiting` → `failed`. */
  refuse(id: string, code: RefusalCode): Promise<boolean>
  /** `failed` → `processing`. */
  requeue(id: string): Promise<boolean>
  /** Pages of text; null when there is none. */
  text(file: Pick<FileRecord, 'id' | 'consultationId'>): Promise<string[] | null>
  thumbnail(file: Pick<FileRecord, 'id' | 'consultationId'>): Promise<Uint8Array | null>
  /** Texts of the files that are ready, oldest first. */
  texts(consultationId: string): Promise<DocumentInput['files']>
  /** @throws {AppError} `legal_hold`, asked for in the transaction that removes */
  remove(file: Pick<FileRecord, 'id' | 'consultationId'>): Promise<boolean>
  /** Removes a file whose content is there already, under another id. */
  removeDuplicate(id: string): Promise<void>
  /** Takes the rows whose bytes never came. */
  removeUnsent(expiredBefore: Date): Promise<FileRecord[]>
}

/** A file that is to be read. */
export interface FileJob {
  /** The file's. */
  id: string
  consultationId: string
  attempts: number
}

/** Processing, as rows with leases: a killed server's file is taken up again. */
export interface FileQueue extends JobQueue<FileJob> {
  /**
   * The result and the end of the job in one. @returns false, and nothing written, once the lease
   * is lost
   */
  finish(
    id: string,
    owner: string,
    outcome: { reading: FileReading } | { failure: RefusalCode },
  ): Promise<boolean>
  releaseLeasesOf(isGone: (owner: string) => boolean): Promise<number>
}

/** The bytes, sealed with the consultation's key. */
export interface FileContents {
  /** What is not kept is gone when it is disposed of, and after a crash. */
  open(file: Pick<FileRecord, 'id' | 'consultationId'>): Promise<IncomingContent>
  /** Null when there are none. */
  read(file: Pick<FileRecord, 'id' | 'consultationId'>): Promise<Uint8Array | null>
  replace(file: Pick<FileRecord, 'id' | 'consultationId'>, bytes: Uint8Array): Promise<void>
  remove(file: Pick<FileRecord, 'id' | 'consultationId'>): Promise<void>
  /** At start: what a crash left, and bytes whose file nobody knows. @returns how many went */
  sweep(isKnown: (id: string) => Promise<boolean>): Promise<number>
}

export interface IncomingContent extends AsyncDisposable {
  append(bytes: Uint8Array): Promise<void>
  /** Digest of everything appended, hex. */
  sha256(): string
  /** On the disk, under the file's id, when this resolves. */
  keep(): Promise<void>
}

/** Keys derived from the consultation's own: destroyed with it. */
export interface ContentKeys {
  /** Signs an upload address. */
  sign(consultationId: string, text: string): Promise<string>
  /** In constant time. */
  isSignedBy(consultationId: string, text: string, signature: string): Promise<boolean>
  /** Key of a SHA-256: equal contents are recognized, and nobody else can tell what they are. */
  fingerprint(consultationId: string, sha256: string): Promise<string>
}

/**
 * Reads a file in a process of its own.
 * @param share whose file it is
 * @throws {AppError} a refusal, also for `PROCESSING_TIMEOUT` and `PROCESSING_FAILED`;
 * `signal.reason` when aborted
 */
export type ReadFile = (
  bytes: Uint8Array,
  signal: AbortSignal,
  share?: Share,
) => Promise<FileReading>
