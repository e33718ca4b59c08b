/** What `svcctl vault` works with. */
export interface VaultAdmin {
  status(): Promise<VaultStatus>
  /**
   * A new master key takes the old one's place.
   * @param source null: protected as it is now
   * @throws {AppError} `vault_changed`, `vault_unchanged`, `passphrase_needed`, `passphrase_weak`,
   * `master_key_command_failed`
   */
  rotate(
    source: KeySourceName | null,
    access: NewKeyAccess,
  ): Promise<{ from: string; to: string; source: KeySourceName; sealed: number }>
}

export type KeySourceName = 'file' | 'passphrase' | 'command'

export interface NewKeyAccess {
  passphraseFile: string | null
  command: string | null
  /** Null when nobody is there to be asked. */
  askPassphrase: (() => Promise<string>) | null
}

export interface VaultStatus {
  /** Of the master key in force. */
  fingerprint: string
  source: KeySourceName
  keysDir: string
  /** Keys and secrets that it seals. */
  sealed: number
  /** Files of keys that are not in force: what a rotation left that broke off. */
  leftOver: string[]
}
