import type { ByteSource } from './container.ts'

/** Bytes [at, at + length) of a file, fewer at its end. */
export type ByteWindow = (at: number, length: number) => Promise<Buffer>

const PIECE_BYTES = 256 << 10

/** Reads ahead, so that looking at every small element of a file in turn costs few reads. */
export function byteWindow({ sizeBytes, read }: ByteSource): ByteWindow {
  let start = 0
  let held: Buffer = Buffer.alloc(0)

  return async (at, length) => {
    const end = Math.min(at + length, sizeBytes)
    if (at >= end) return Buffer.alloc(0)
    if (at < start || end > start + held.length) {
      held = Buffer.from(await read(at, Math.min(Math.max(end, at + PIECE_BYTES), sizeBytes)))
      start = at
    }
    return held.subarray(at - start, end - start)
  }
}
