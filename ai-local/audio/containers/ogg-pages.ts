/**
 * The pages of an Ogg file (RFC 3533). Own code, because files that broke off or were damaged on
 * the way are exactly the ones that must give what is left in them: a damaged page is skipped.
 */
import { pageChecksum } from '../ogg-checksum.ts'
import type { ByteSource } from './container.ts'

const HEADER_BYTES = 27
const PIECE_BYTES = 256 << 10
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255

export interface Page {
  /** Offset of its first byte. */
  at: number
  serial: number
  sequence: number
  /** Where the last packet that ends in it ends, in samples of its codec; −1: none does. */
  granule: number
  isContinued: boolean
  isFirst: boolean
  isLast: boolean
  /** Lengths of the segments in it. */
  lacing: Uint8Array
  body: Uint8Array
  /** The file ends inside it. */
  isTorn: boolean
}

/** Null for a stretch that is no page. */
export async function* readPages(source: ByteSource): AsyncGenerator<Page | null> {
  let position = 0
  let window: Buffer = Buffer.alloc(0)
  let inDamage = false
  while (position < source.sizeBytes) {
    const isEnough = window.length >= MAX_PAGE_BYTES
    if (!isEnough && position + window.length < source.sizeBytes) {
      const from = position + window.length
      const more = await source.read(from, Math.min(from + PIECE_BYTES, source.sizeBytes))
      if (more.length === 0) return
      window = Buffer.concat([window, more])
    }
    const isAtEnd = position + window.length >= source.sizeBytes
    const page = parsePage(window, position, isAtEnd)
    if (!page && !inDamage) yield null
    inDamage = !page
    if (page) yield page
    const done = page ? HEADER_BYTES + page.lacing.length + page.body.length : nextPage(window)
    position += done
    window = window.subarray(done)
  }
}

function parsePage(bytes: Buffer, at: number, isAtEnd: boolean): Page | null {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== 'OggS') return null
  const segments = bytes[26]!
  const lacing = bytes.subarray(HEADER_BYTES, HEADER_BYTES + segments)
  const bodyBytes = lacing.reduce((sum, length) => sum + length, 0)
  const start = HEADER_BYTES + segments
  const body = bytes.subarray(start, start + bodyBytes)
  const isTorn = lacing.length < segments || body.length < bodyBytes
  // A page whose lengths are damaged may seem to reach beyond the end: another one follows in it.
  if (isTorn && (!isAtEnd || bytes.indexOf('OggS', 4, 'latin1') !== -1)) return null
  const whole = bytes.subarray(0, start + bodyBytes)
  if (!isTorn && pageChecksum(whole) !== bytes.readUInt32LE(22)) return null
  const flags = bytes[5]!
  return {
    at,
    serial: bytes.readUInt32LE(14),
    sequence: bytes.readUInt32LE(18),
    granule: Number(bytes.readBigInt64LE(6)),
    isContinued: (flags & 1) !== 0,
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0,
    lacing,
    body,
    isTorn,
  }
}

function nextPage(bytes: Buffer): number {
  const found = bytes.indexOf('OggS', 1, 'latin1')
  return found === -1 ? Math.max(1, bytes.length - 3) : found
}
