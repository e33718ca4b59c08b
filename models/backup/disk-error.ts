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
