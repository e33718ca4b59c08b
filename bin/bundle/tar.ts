/**
 * An archive whose bytes depend on its content only: no times, no owners, two modes. The `tar`
 * package makes the headers; entries come from anywhere, one after the other, and none is held in
 * memory.
 */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Header, Pax } from 'tar'

export interface TarEntry {
  path: string
  mode: 0o644 | 0o755
  content: { file: string; sizeBytes: number } | { bytes: Uint8Array } | { link: string }
}

/** 2000-01-01: a time of zero is what unpackers warn of. */
const MTIME = new Date(946_684_800_000)
const BLOCK = 512
/** What is read at once. */
export const SMALL_BYTES = 1 << 20

/** The archive of `entries`, in their order. @param onBytes of content, as they pass */
export async function* tarBytes(
  entries: Iterable<TarEntry> | AsyncIterable<TarEntry>,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array, void> {
  for await (const { path, mode, content } of entries) {
    const size =
      'bytes' in content ? content.bytes.length : 'file' in content ? content.sizeBytes : 0
    yield* header(path, mode, size, 'link' in content ? content.link : null)
    if ('bytes' in content) {
      yield content.bytes
      onBytes(size)
    } else if ('file' in content) yield* exactly(content.file, size, onBytes)
    if (size % BLOCK > 0) yield Buffer.alloc(BLOCK - (size % BLOCK))
  }
  yield Buffer.alloc(2 * BLOCK)
}

function* header(path: string, mode: number, size: number, link: string | null) {
  const data = {
    path,
    mode,
    size,
    mtime: MTIME,
    uid: 0,
    gid: 0,
    uname: 'root',
    gname: 'root',
    type: link === null ? ('File' as const) : ('SymbolicLink' as const),
    ...(link !== null && { linkpath: link }),
  }
  const one = new Header(data)
  const block = Buffer.alloc(BLOCK)
  // A name too long for the old form, or a size beyond 8 GiB, goes before it in the newer one.
  if (one.encode(block, 0))
    yield new Pax({ path, size, ...(link !== null && { linkpath: link }) }).encode()
  yield block
}

/** A file that changes while it is packed would shift everything behind it. */
async function* exactly(file: string, size: number, onBytes: (count: number) => void) {
  let left = size
  const source =
    size <= SMALL_BYTES
      ? [await readFile(file)]
      : createReadStream(file, { highWaterMark: 1 << 20 })
  for await (const bytes of source as AsyncIterable<Buffer> | Iterable<Buffer>) {
    left -= bytes.length
    if (left < 0) break
    onBytes(bytes.length)
    yield bytes
  }
  if (left !== 0) throw new Error(`${file} changed while it was packed`)
}
