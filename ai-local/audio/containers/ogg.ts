/**
 * Ogg (RFC 3533) with Opus (RFC 7845), read page by page. Own code, because files that broke off or
 * were damaged on the way are exactly the ones that must give what is left in them: a damaged page
 * is skipped, and of the last, torn page every packet that is whole is used.
 */
import { DecodeError } from '../decode-error.ts'
import type { ByteSource, Container } from './container.ts'

const HEADER_BYTES = 27
const PIECE_BYTES = 256 << 10
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255
const FLAG_CONTINUED = 1
const FLAG_LAST = 4

interface Page {
  serial: number
  flags: number
  /** Lengths of the segments in it. */
  lacing: Uint8Array
  body: Uint8Array
  isTorn: boolean
}

export async function openOgg(source: ByteSource): Promise<Container> {
  const { serial, head } = await findOpus(source)
  let sawEnd = false

  async function* packets(): AsyncGenerator<Uint8Array | null> {
    let partial: Uint8Array[] | null = []
    let skip = 2 // OpusHead and OpusTags
    for await (const page of readPages(source)) {
      if (page === null) {
        partial = null
        yield null
        continue
      }
      if (page.serial !== serial) continue
      if (!(page.flags & FLAG_CONTINUED)) partial = []
      sawEnd ||= (page.flags & FLAG_LAST) !== 0 && !page.isTorn
      let at = 0
      for (const length of page.lacing) {
        const segment = page.body.subarray(at, at + length)
        at += length
        if (segment.length < length) return // the file ends inside this packet
        partial?.push(segment)
        if (length === 255) continue
        if (partial && skip > 0) skip--
        else if (partial && partial.length > 0) yield Buffer.concat(partial)
        partial = []
      }
    }
  }

  return {
    codec: 'opus',
    track: { sampleRateHz: 48_000, channels: head[9] ?? 1, description: head },
    packets,
    endsEarly: async () => !sawEnd,
  }
}

async function findOpus(source: ByteSource): Promise<{ serial: number; head: Uint8Array }> {
  for await (const page of readPages(source)) {
    if (page === null) continue
    if (!(page.flags & 2)) break // all streams have begun
    const isOpus = Buffer.from(page.body.subarray(0, 8)).toString('latin1') === 'OpusHead'
    if (isOpus && page.body.length >= 19) return { serial: page.serial, head: page.body }
  }
  throw new DecodeError('audio_unsupported')
}

/** Null for a stretch that is no page. */
async function* readPages(source: ByteSource): AsyncGenerator<Page | null> {
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
    const page = parsePage(window, isAtEnd)
    if (!page && !inDamage) yield null
    inDamage = !page
    if (page) yield page
    const done = page ? pageBytes(page) : nextCandidate(window)
    position += done
    window = window.subarray(done)
  }
}

function parsePage(bytes: Buffer, isAtEnd: boolean): Page | null {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== 'OggS') return null
  const segments = bytes[26]!
  const lacing = bytes.subarray(HEADER_BYTES, HEADER_BYTES + segments)
  const bodyBytes = lacing.reduce((sum, length) => sum + length, 0)
  const start = HEADER_BYTES + segments
  const body = bytes.subarray(start, start + bodyBytes)
  const isTorn = lacing.length < segments || body.length < bodyBytes
  if (isTorn && !isAtEnd) return null
  if (!isTorn && checksum(bytes.subarray(0, start + bodyBytes)) !== bytes.readUInt32LE(22))
    return null
  return { serial: bytes.readUInt32LE(14), flags: bytes[5]!, lacing, body, isTorn }
}

function pageBytes({ lacing, body }: Page): number {
  return HEADER_BYTES + lacing.length + body.length
}

function nextCandidate(bytes: Buffer): number {
  const found = bytes.indexOf('OggS', 1, 'latin1')
  return found === -1 ? Math.max(1, bytes.length - 3) : found
}

/**
 * RFC 3533 §6: CRC-32, polynomial 04c11db7, not reflected, over the page with the field itself as
 * zero.
 */
function checksum(page: Buffer): number {
  let crc = 0
  for (let i = 0; i < page.length; i++) {
    const byte = i >= 22 && i < 26 ? 0 : page[i]!
    crc = ((crc << 8) ^ TABLE[((crc >>> 24) ^ byte) & 0xff]!) >>> 0
  }
  return crc
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n << 24
  for (let k = 0; k < 8; k++) c = c & 0x8000_0000 ? (c << 1) ^ 0x04c1_1db7 : c << 1
  return c >>> 0
})
