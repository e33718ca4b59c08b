import { readFile } from 'node:fs/promises'
import { administrator } from '../cli/administrator.ts'
import { AppError } from '../core/errors.ts'

/** The passphrase of backups, from its file. @throws {AppError} `passphrase_needed` */
export async function passphraseIn(path: string | null): Promise<string> {
  let why = 'is empty'
  const text =
    path === null
      ? ''
      : await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
          why = unreadable(code)
          return ''
        })
  // Editors end a file with a line feed that is no part of what was meant.
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase !== '') return passphrase
  throw new AppError(
    'unavailable',
    'passphrase_needed',
    path === null
      ? 'A backup needs a passphrase, and nobody is there to type it: --passphrase-file, or the setting backupPassphraseFile.'
      : `The passphrase file ${path} ${why}.`,
  )
}

/** An installed svcctl works as the account whose data they are, also for root. */
function unreadable(code: string | undefined): string {
  if (code === 'ENOENT') return 'is not there'
  if (code !== 'EACCES') return `cannot be read (${code})`
  const account = administrator()
  return `cannot be read by the account ${account}, which this is done as: install -o ${account} -m 600 FILE /etc/svc/backup-passphrase makes a copy that it can`
}
