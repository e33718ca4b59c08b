/** The outermost boxes of an MP4 (ISO/IEC 14496-12 §4.2), without what is in them. */
import { byteWindow } from './byte-window.ts'
import type { ByteSource } from './container.ts'

interface Mp4Boxes {
  /** One reaches beyond the end of the file, or something is no box. */
  isCut: boolean
  /** The table of contents, without which nothing can be found. */
  hasIndex: boolean
}

const MOST_BOXES = 1_000_000

export async function readMp4Boxes(source: ByteSource): Promise<Mp4Boxes> {
  const bytes = byteWindow(source)
  const { sizeBytes } = source
  let hasIndex = false
  let at = 0
  for (let boxes = 0; at < sizeBytes && boxes < MOST_BOXES; boxes++) {
    const header = await bytes(at, 16)
    const type = header.toString('latin1', 4, 8)
    if (header.length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(type))
      return { isCut: !(await isZeroFrom(at)), hasIndex }
    const size = header.readUInt32BE(0)
    hasIndex ||= type === 'moov' && at + 8 < sizeBytes
    if (size === 0) return { isCut: false, hasIndex } // to the end, wherever that is
    const length = size === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : size
    if (length < 8) return { isCut: true, hasIndex }
    at += length
  }
  return { isCut: at > sizeBytes, hasIndex }

  /** Zeros that fill the file up are no loss. */
  async function isZeroFrom(from: number): Promise<boolean> {
    if (sizeBytes - from > 65_536) return false
    return (await bytes(from, sizeBytes - from)).every((byte) => byte === 0)
  }
}
