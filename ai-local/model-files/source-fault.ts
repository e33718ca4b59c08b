import { AppError } from '../../core/errors.ts'

/** What Node says of a stick that was pulled out, and of a share that went away. */
const GONE = new Set(['EIO', 'ENODEV', 'ENOENT', 'ENOTCONN', 'ENOTDIR', 'ENXIO', 'ESTALE'])
const READING = new Set(['fstat', 'lstat', 'open', 'read', 'scandir', 'stat'])

/**
 * What reads a file that is to be imported. A failure of what it is read from is put in words with
 * what to do; another one, as that of a full disk, passes as it is.
 */
export async function readingSource<Result>(
  path: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    const { code = '', syscall = '' } = error as NodeJS.ErrnoException
    if (!GONE.has(code) || !READING.has(syscall)) throw error
    throw new AppError(
      'unavailable',
      'model_source_gone',
      `${path} cannot be read any more (${code}): was the stick pulled out, or the share lost? Nothing of this file was installed. Put it back, and run this again.`,
      { cause: error },
    )
  }
}
