/** The one place that yields the master key, whatever it is protected by. */
import { AppError } from '../../core/errors.ts'
import {
  fingerprintOf,
  type KeyFile,
  listKeyFiles,
  settleKeyFiles,
  writeKeyFile,
} from './key-files.ts'
import { FILE_ONLY, type KeyAccess, type KeySource, keyOf, newKey } from './key-sources.ts'

export interface ReadMasterKey {
  key: Buffer
  fingerprint: string
  source: KeySource
}

interface Where {
  /** Made with 0700 when missing. */
  keysDir: string
  access?: KeyAccess
  /**
   * The fingerprint of the key that the database was sealed with last; null where it does not say
   * yet.
   */
  inForce?: string | null
}

/**
 * Reads the key that is in force; a first one is made where there is none and the database knows of
 * none.
 * @throws {AppError} `key_permissions` when others may read it, `vault_damaged` when it is no key
 * or another one, `passphrase_needed`, `passphrase_wrong`, `master_key_command_failed`
 */
export async function readMasterKey(where: Where): Promise<ReadMasterKey> {
  const { access = FILE_ONLY } = where
  const file = await keyFileInForce(where)
  const { fingerprint, content } = file
  return { key: await keyOf(file, access), fingerprint, source: content.source }
}

/** Where the key in force lies; what a rotation that broke off left beside it stays. */
async function keyFileInForce({
  keysDir,
  access = FILE_ONLY,
  inForce = null,
}: Where): Promise<KeyFile> {
  const files = await listKeyFiles(keysDir)
  if (inForce === null) return files[0] ?? (await first(keysDir, access))
  const found = files.find(({ fingerprint }) => fingerprint === inForce)
  if (found) return found
  throw new AppError(
    'unavailable',
    'vault_damaged',
    `The master key that this database was sealed with (${inForce}) is not in ${keysDir}. Restore the keys folder from the backup that the database is of, or take the key from another server (svcctl node invite there, svcctl node join here).`,
  )
}

/** Ends what a rotation left undone after the database had taken the new key. */
export async function settleMasterKey(keysDir: string, inForce: string): Promise<void> {
  const files = await listKeyFiles(keysDir)
  const file = files.find(({ fingerprint }) => fingerprint === inForce)
  if (file) await settleKeyFiles(keysDir, file)
}

async function first(keysDir: string, access: KeyAccess): Promise<KeyFile> {
  const source = access.command ? 'command' : access.passphraseFile ? 'passphrase' : 'file'
  const { key, content } = await newKey(source, access)
  const fingerprint = fingerprintOf(key)
  const path = await writeKeyFile(keysDir, fingerprint, content, true)
  if (path) return { path, fingerprint, content }
  // Somebody was faster: theirs counts.
  const [file] = await listKeyFiles(keysDir)
  if (!file) throw new Error('the master key vanished')
  return file
}
