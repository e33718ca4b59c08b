import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/**
 * SHA-256 of a file's bytes, in hex. @param onChunk called with every piece, in order, and awaited
 */
export async function hashFile(
  path: string,
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array, doneBytes: number) => void | Promise<void> = () => {},
): Promise<string> {
  const hash = createHash('sha256')
  let doneBytes = 0
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1 << 20 })) {
    const bytes = chunk as Uint8Array
    hash.update(bytes)
    doneBytes += bytes.byteLength
    await onChunk(bytes, doneBytes)
  }
  return hash.digest('hex')
}
