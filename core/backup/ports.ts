/**
 * Backups as the domain sees them: one sealed file each, in a folder. Paths are absolute, digests
 * SHA-256 in hex.
 */
import type { AuditAct } from '../audit/ports.ts'
import type { BackupManifest } from './manifest.ts'

export interface BackupArchive {
  /**
   * A consistent copy of the data folder, under a name that no backup has, readable by its owner
   * only.
   * @returns its path. Nothing is left when it throws.
   * @throws {AppError} `backup_database`, `backup_disk_full`, `backup_folder_not_writable`,
   * `backup_busy`
   */
  write(request: WriteRequest): Promise<string>
  /**
   * Reads it to its end: every byte opens, every part has its digest, the database in it is whole.
   * @throws {AppError} `backup_damaged`, `backup_passphrase_wrong`, `not_found`
   */
  verify(path: string, passphrase: string, reading?: BackupReading): Promise<BackupManifest>
  /**
   * Gives what `write` wrote its name, durably, after `before`: when that throws, it gets none.
   * @throws {AppError} `backup_exists`; what `before` throws
   */
  keep(
    writtenPath: string,
    path: string,
    before?: (sizeBytes: number) => Promise<void>,
  ): Promise<{ sizeBytes: number }>
  discard(path: string): Promise<void>
}

export interface WriteRequest {
  /** Where it is to lie in the end; it is written beside that. */
  path: string
  passphrase: string
  at: Date
  signal?: AbortSignal
  onProgress?(doneBytes: number): void
}

/** Reader of a backup, which may be hours of sound. */
export interface BackupReading {
  /** Its reason is thrown. */
  signal?: AbortSignal | undefined
  /** @param share of the file, 0 to 1 */
  onProgress?: ((share: number) => void) | undefined
}

/** Where backups are meant to lie, which may be a share that went away. */
export interface BackupPlace {
  /** @throws {AppError} `backup_folder_stalled`, `backup_share_missing` */
  check(path: string): Promise<void>
  /** A backup lies there: that is where the next one is expected. */
  note(path: string): Promise<void>
  /**
   * Where something should be mounted for the folder of the settings and is not; null: all is well.
   */
  missingMount(): Promise<string | null>
}

/** A folder of backups, newest first. What has no backup's name is not seen. */
export interface BackupShelf {
  readonly folder: string
  /** @throws {AppError} `backup_folder_stalled` */
  list(): Promise<ListedBackup[]>
  remove(name: string): Promise<void>
}

export interface ListedBackup {
  name: string
  path: string
  at: Date
  sizeBytes: number
}

/** How the last attempt ended; outlives restarts. */
export interface BackupMemory {
  read(): Promise<LastBackup | null>
  write(last: LastBackup): Promise<void>
}

export interface LastBackup {
  at: Date
  /** A code of ours; null: it is there and was read back. */
  failure: string | null
  /** Where it was written, where that is not where backups go. */
  path?: string | undefined
}

/** On record from before it begins; what it resolves to tells how it ended. */
export type BeginBackup = (action: 'backup.created' | 'backup.pruned') => Promise<RecordBackup>

/** Puts on record; the caller says who acted. */
export type RecordBackup = (act: Pick<AuditAct, 'action' | 'outcome' | 'facts'>) => Promise<void>
