import type { AudioFormat } from '../sniff.ts'
import type { ByteSource } from './container.ts'

/**
 * Whether a file's outermost structure reaches beyond its last byte. Formats without one are never
 * cut short by this measure.
 */
export async function isCutShort(source: ByteSource, format: AudioFormat): Promise<boolean> {
  const start = Buffer.from(await source.read(0, Math.min(64, source.sizeBytes)))
  if (format === 'wav') return wavEnd(start) > source.sizeBytes
  if (format === 'webm') return segmentEnd(start) > source.sizeBytes
  if (format === 'm4a') return (await boxesEnd(source)) > source.sizeBytes
  return false
}

/**
 * 0 and the largest number are what programs write that stream and never come back to fill it in.
 */
function wavEnd(start: Buffer): number {
  const size = start.readUInt32LE(4)
  return size === 0xffff_ffff ? 0 : size + 8
}

/** RFC 8794: the EBML header, then the Segment with its length, which may be unknown. */
function segmentEnd(start: Buffer): number {
  const header = readLength(start, 4)
  if (!header) return 0
  const at = header.at + header.length
  if (at + 12 > start.length || start.readUInt32BE(at) !== 0x1853_8067) return 0
  const segment = readLength(start, at + 4)
  return segment ? segment.at + segment.length : 0
}

/** Null when unknown: all bits set. */
function readLength(bytes: Buffer, at: number): { at: number; length: number } | null {
  const first = bytes[at] ?? 0
  const width = Math.clz32(first) - 23
  if (width < 1 || width > 8 || at + width > bytes.length) return null
  let length = first & (0xff >> width)
  let isUnknown = length === 0xff >> width
  for (let i = 1; i < width; i++) {
    length = length * 256 + bytes[at + i]!
    isUnknown &&= bytes[at + i] === 0xff
  }
  return isUnknown ? null : { at: at + width, length }
}

/** Follows the boxes of the outermost level (ISO/IEC 14496-12 §4.2). */
async function boxesEnd(source: ByteSource): Promise<number> {
  let at = 0
  for (let boxes = 0; at < source.sizeBytes && boxes < 100_000; boxes++) {
    const header = Buffer.from(await source.read(at, Math.min(at + 16, source.sizeBytes)))
    if (header.length < 8) return at + 8
    const size = header.readUInt32BE(0)
    if (size === 0) return source.sizeBytes // to the end, wherever that is
    if (size === 1 && header.length < 16) return at + 16
    const length = size === 1 ? Number(header.readBigUInt64BE(8)) : size
    if (length < 8) return at
    at += length
  }
  return at
}
