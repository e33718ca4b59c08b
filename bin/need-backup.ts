import { open } from 'node:fs/promises'
import { AppError } from '../core/errors.ts'

const BEGINS = 'SVCBAK1\n'

/**
 * Before anybody is asked for a passphrase: the file is there, may be read and begins as a backup
 * does.
 * @throws {AppError} `backup_missing`, `backup_damaged`; what the system refuses as it is
 */
export async function needBackup(path: string): Promise<void> {
  await using file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause
    throw new AppError(
      'not-found',
      'backup_missing',
      `${path} is not there. Look at its name, or give the whole path. See: svcctl backup list`,
      { cause },
    )
  })
  const isFolder = (await file.stat()).isDirectory()
  const begins = isFolder ? '' : await file.read(Buffer.alloc(BEGINS.length), 0, BEGINS.length, 0)
  if (begins && begins.buffer.toString('latin1') === BEGINS) return
  throw new AppError(
    'rejected',
    'backup_damaged',
    `${path} is ${isFolder ? 'a folder' : 'no backup, or its beginning is damaged'}. A backup is a file that ends in .svcbackup.`,
  )
}
