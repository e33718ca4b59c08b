/** Entries of a tar file as they pass: nothing is unpacked to disk. */
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ReadEntry } from 'tar'

/** What fails or ends early in one ends the other. */
export function gunzipped(source: Readable): Readable {
  return pipeline(source, createGunzip(), () => {})
}

/**
 * One entry after the other: the next comes when the one before is done. What lies behind the end
 * of the tar file is read and passed over.
 * @param open the source, as tar wrote it; what is packed goes through `gunzipped`. Opened when it
 * is read: a file that is not there fails where somebody listens
 * @param work must read the entry, or `resume` it
 * @param onBytes what it throws ends the reading
 * @throws what tar objects to, and what the source and `work` throw
 */
export async function eachTarEntry(
  open: () => AsyncIterable<Uint8Array>,
  work: (entry: ReadEntry) => Promise<void>,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<void> {
  // Few starts read one.
  const { Parser } = await import('tar')
  const parser = new Parser({ strict: true, brotli: false, zstd: false })
  let last = Promise.resolve()
  const failed = new Promise<never>((_, reject) => {
    parser.on('entry', (entry: ReadEntry) => {
      last = last.then(() => work(entry))
      last.catch(reject)
    })
    parser.on('error', reject)
  })
  const ended = new Promise<void>((resolve) => parser.on('end', resolve))
  let hasEnded = false
  const behindEnd = new Promise<void>((resolve) =>
    parser.on('eof', () => {
      hasEnded = true
      resolve()
    }),
  )
  const feeding = (async () => {
    for await (const bytes of open()) {
      onBytes(bytes)
      // Behind its end the parser takes nothing, and never says that it did.
      if (!hasEnded && !parser.write(Buffer.from(bytes)))
        await Promise.race([
          behindEnd,
          new Promise<void>((resolve) => parser.once('drain', resolve)),
        ])
    }
    parser.end()
    await ended
    await last
  })()
  feeding.catch(() => {})
  await Promise.race([feeding, failed])
}
