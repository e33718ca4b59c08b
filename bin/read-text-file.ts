import { open, readFile } from 'node:fs/promises'
import { AppError } from '../core/errors.ts'

/**
 * A file as text. With a bound, no more is read whatever the file claims to be, a device or a pipe
 * included.
 * @throws {AppError} `file_not_readable`; with `maxBytes` also `file_too_large`, `file_not_text`
 */
export async function readTextFile(path: string, maxBytes?: number): Promise<string> {
  const bytes = await (maxBytes === undefined
    ? readFile(path)
    : readStart(path, maxBytes + 1)
  ).catch((cause: unknown) => {
    throw new AppError('not-found', 'file_not_readable', `${path} cannot be read.`, { cause })
  })
  if (maxBytes === undefined) return bytes.toString('utf8')
  if (bytes.length > maxBytes)
    throw new AppError(
      'too-large',
      'file_too_large',
      `${path} has more than ${maxBytes / 1024} KiB. Is it the right file?`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError(
      'invalid',
      'file_not_text',
      `${path} is not UTF-8 text: save it with the encoding UTF-8.`,
      { cause },
    )
  }
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  } finally {
    await file.close()
  }
}
