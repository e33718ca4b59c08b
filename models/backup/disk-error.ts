import { AppError } from '../../core/errors.ts'

/** Words for a disk that takes no more; anything else as it is. */
export function diskError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (!['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'].includes(code)) return error
  return new AppError(
    'unavailable',
    'backup_disk_full',
    'The disk is full: nothing was kept. Make room, or take another folder.',
    { cause: error },
  )
}

/**
 * Words for a folder that this account, or this unit of systemd, may not write; anything else as it
 * is.
 */
export function folderError(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  // ENOENT is what Node says where folders above are missing too, and the disk takes none.
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code)) return error
  return new AppError(
    'unavailable',
    'backup_folder_not_writable',
    `${folder} cannot be written (${code}). Give it to the account of the service (chown svc: FOLDER); under systemd it must lie below a ReadWritePaths= of the unit too (systemctl edit svc).`,
    { cause: error },
  )
}
