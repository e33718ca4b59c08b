import { AppError, isAppError } from '../core/errors.ts'
import { administrator } from './administrator.ts'

/**
 * A file that the account may not touch, in words. On an installed box svcctl works as the account
 * whose data they are, also for root (config/bundle/svcctl.sh): what lies in root's home it can
 * neither read nor write. Other failures pass as they are.
 */
export function notPermitted(error: unknown, account = administrator()): unknown {
  const cause = isAppError(error) && error.code === 'file_not_readable' ? error.cause : error
  const { code, path } = (cause ?? {}) as { code?: unknown; path?: unknown }
  const isRefused = code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
  if (isAppError(cause) || typeof path !== 'string') return error
  // Named on the command line: most often a typing error.
  if (isAppError(error) && (code === 'ENOENT' || code === 'ENOTDIR'))
    return new AppError(
      'not-found',
      error.code,
      `${path} is not there. Look at its name, or give the whole path.`,
      { cause },
    )
  if (isAppError(error) && code === 'EISDIR')
    return new AppError('not-found', error.code, `${path} is a folder, and a file is wanted.`, {
      cause,
    })
  if (!isRefused) return error
  const why =
    code === 'EROFS'
      ? `${path} is on a disk that cannot be written.`
      : `${path} is out of reach of the account ${account}, which this is done as. Give it the file (chown ${account}), or use a folder that it may enter, such as /tmp; standard input and output work too.`
  return new AppError('forbidden', 'file_not_permitted', why, { cause })
}
