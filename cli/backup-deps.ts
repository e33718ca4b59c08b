import type { CreatedBackup } from '../core/backup/create-backup.ts'
import type { DrillBackup } from '../core/backup/drill.ts'
import type { BackupManifest } from '../core/backup/manifest.ts'
import type { ListedBackup, WriteRequest } from '../core/backup/ports.ts'
import type { KeepPolicy } from '../core/backup/prune.ts'

export interface RestoredBackup extends BackupManifest {
  /** Nothing leaves the copy until `svcctl outgoing resume`. */
  held: boolean
  /** What is known of erasures that the backup is too old to know. */
  erasures: {
    /** Null: there is no ledger, and nothing is known. */
    folder: string | null
    /** Certificates in it, and when the newest was made. */
    known: number
    newest: string | null
    /** Files of it that are not what was written. */
    damaged: string[]
    /** Consultations that the first start erases again. */
    again: string[]
  }
}

export interface RestoreChoices {
  /** A folder with certificates of erasures; else `erasures/` beside the backup. */
  erasures?: string | undefined
  /** The copy takes the lost machine's place: what waits goes out as soon as it starts. */
  open?: boolean | undefined
  /** The store of the settings is the lost machine's: what is the same there stays. */
  keepStore?: boolean | undefined
  /** @param share of the backup, 0 to 1 */
  onProgress?: ((share: number) => void) | undefined
}

/** What `svcctl backup` works with, beside a running server. */
export interface BackupAdmin {
  readonly dataDir: string
  /** Where backups lie. */
  readonly folder: string
  /** Newest first. */
  list(): Promise<ListedBackup[]>
  /** Where a share should be mounted for them and is not; null: all is well. */
  missingMount(): Promise<string | null>
  /** The setting. */
  readonly passphraseFile: string | null
  /** @throws {AppError} `passphrase_needed` when it is null, empty or cannot be read */
  passphraseIn(path: string | null): Promise<string>
  /** Policy in the settings. */
  readonly policy: KeepPolicy
  /**
   * @throws {AppError} `backup_database`, `backup_disk_full`, `backup_busy`, `backup_damaged`,
   * `backup_exists`
   */
  create(request: WriteRequest): Promise<CreatedBackup>
  /** @throws {AppError} `backup_missing`, `backup_damaged`, `backup_passphrase_wrong` */
  verify(
    path: string,
    passphrase: string,
    onProgress?: (share: number) => void,
  ): Promise<BackupManifest>
  /**
   * Into the data folder.
   * @throws {AppError} `data_dir_not_empty`, `database_not_empty`, `backup_other_database`,
   * `backup_newer`, `server_running`, `store_not_empty`, `store_differs`, `backup_disk_full`, and
   * as `verify`
   */
  restore(path: string, passphrase: string, choices?: RestoreChoices): Promise<RestoredBackup>
  /**
   * Restored into a folder of its own, opened and removed; the data are not touched.
   * @throws {AppError} `drill_no_room`, `drill_needs_folder`, `drill_needs_database`,
   * `database_not_empty`, and as `restore`
   */
  drill: DrillBackup
  prune(backups: readonly ListedBackup[]): Promise<void>
}

/** What can be told of a backup before anybody is asked for its passphrase. */
export interface NeedBackup {
  /**
   * @throws {AppError} `backup_missing`, `backup_damaged` for what begins otherwise than a backup
   */
  needBackup(path: string): Promise<void>
}
