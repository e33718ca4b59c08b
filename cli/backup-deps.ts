import type { CreatedBackup } from '../core/backup/create-backup.ts'
import type { BackupManifest } from '../core/backup/manifest.ts'
import type { ListedBackup, WriteRequest } from '../core/backup/ports.ts'
import type { KeepPolicy } from '../core/backup/prune.ts'

/** What `svcctl backup` works with, beside a running server. */
export interface BackupAdmin {
  readonly dataDir: string
  /** Where backups lie. */
  readonly folder: string
  /** Newest first. */
  list(): Promise<ListedBackup[]>
  /** The setting. */
  readonly passphraseFile: string | null
  /** @throws {AppError} `passphrase_needed` when it is null, empty or cannot be read */
  passphraseIn(path: string | null): Promise<string>
  /** Of the settings. */
  readonly policy: KeepPolicy
  /** @throws {AppError} `backup_database`, `backup_disk_full`, `backup_busy`, `backup_damaged`, `backup_exists` */
  create(request: WriteRequest): Promise<CreatedBackup>
  /** @throws {AppError} `backup_missing`, `backup_damaged`, `backup_passphrase_wrong` */
  verify(path: string, passphrase: string): Promise<BackupManifest>
  /** Into the data folder. @throws {AppError} `data_dir_not_empty`, `server_running`, `backup_disk_full`, and as `verify` */
  restore(path: string, passphrase: string): Promise<BackupManifest>
  prune(backups: readonly ListedBackup[]): Promise<void>
}
