/**
 * Whether the parts (strips or tiles) of a page of a TIFF lie in the file and unpack to just the
 * bytes that their rows have. It has no checksum, and decoders fill what they cannot unpack.
 */

import { inflateSync } from 'node:zlib'
import { jpegHasItsBlocks } from './jpeg-blocks.ts'

const TAGS = {
  width: 256,
  height: 257,
  bits: 258,
  packing: 259,
  colours: 262,
  stripOffsets: 273,
  samples: 277,
  stripRows: 278,
  stripBytes: 279,
  planes: 284,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  jpegTables: 347,
}

const PLAIN = 1
const LZW = 5
const JPEG = 7
const DEFLATE = [8, 32_946]
const PACK_BITS = 32_773
const YCBCR = 6
/** Bytes of a value, by its type's number: byte, text, short, long. */
const VALUE_BYTES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1 }

type Fields = (tag: number) => Uint32Array | undefined

/** @param page from 0 @returns null where it cannot be said, as of a packing unknown here */
export function tiffHasItsParts(tiff: Buffer, page: number): boolean | null {
  const fields = pageFields(tiff, page)
  if (!fields) return null
  const one = (tag: number, otherwise: number) => fields(tag)?.[0] ?? otherwise
  const packing = one(TAGS.packing, PLAIN)
  if (one(TAGS.colours, 0) === YCBCR && packing !== JPEG) return null
  const parts = partsOf(fields, one)
  if (!parts) return null
  const tables = fields(TAGS.jpegTables)
  for (const { offset, length, rows, rowBytes, fullRows } of parts) {
    if (offset === undefined || length === undefined || offset + length > tiff.length) return false
    const packed = tiff.subarray(offset, offset + length)
    if (packing === JPEG) {
      if (!jpegHasItsBlocks(wholeJpeg(packed, tables))) return false
      continue
    }
    const most = fullRows * rowBytes
    const size = unpackedSize(packing, packed, most)
    if (size === undefined) return null
    // The last strip may be written whole, with rows below the picture.
    if (packing === PLAIN ? size! < rows * rowBytes : size !== rows * rowBytes && size !== most)
      return false
  }
  return true
}

/** Undefined of a packing unknown here, null where it cannot be unpacked. */
function unpackedSize(packing: number, packed: Buffer, most: number): number | null | undefined {
  if (packing === PLAIN) return packed.length
  if (packing === LZW) return lzwSize(packed)
  if (packing === PACK_BITS) return packBitsSize(packed)
  if (DEFLATE.includes(packing)) return inflatedSize(packed, most)
  return undefined
}

interface Part {
  offset: number | undefined
  length: number | undefined
  rows: number
  rowBytes: number
  fullRows: number
}

function partsOf(fields: Fields, one: (tag: number, otherwise: number) => number): Part[] | null {
  const [width, height] = [one(TAGS.width, 0), one(TAGS.height, 0)]
  const samples = one(TAGS.samples, 1)
  const planes = one(TAGS.planes, 1) === 2 ? samples : 1
  const bits = one(TAGS.bits, 1) * (planes > 1 ? 1 : samples)
  const [tileWidth, tileHeight] = [one(TAGS.tileWidth, 0), one(TAGS.tileHeight, 0)]
  const isTiled = tileWidth > 0 && tileHeight > 0
  const fullRows = isTiled ? tileHeight : Math.min(one(TAGS.stripRows, height), height)
  if (!(width > 0 && height > 0 && fullRows > 0)) return null
  const offsets = fields(isTiled ? TAGS.tileOffsets : TAGS.stripOffsets)
  const lengths = fields(isTiled ? TAGS.tileBytes : TAGS.stripBytes)
  // Some writers leave the lengths out; the decoder guesses them.
  if (!offsets || !lengths) return null
  const rowBytes = Math.ceil(((isTiled ? tileWidth : width) * bits) / 8)
  const down = Math.ceil(height / fullRows)
  const perPlane = isTiled ? down * Math.ceil(width / tileWidth) : down
  return Array.from({ length: perPlane * planes }, (_, index) => {
    const isLast = !isTiled && index % down === down - 1
    const rows = isLast ? height - (down - 1) * fullRows : fullRows
    return { offset: offsets[index], length: lengths[index], rows, rowBytes, fullRows }
  })
}

/** What the parts have in common stands once, before them. */
function wholeJpeg(part: Buffer, tables: Uint32Array | undefined): Buffer {
  const end = Buffer.from([0xff, 0xd9])
  if (!tables) return Buffer.concat([part, end])
  return Buffer.concat([Buffer.from(tables).subarray(0, -2), part.subarray(2), end])
}

/** @returns undefined where the page, or its list of fields, is not there as TIFF 6.0 says */
function pageFields(tiff: Buffer, page: number): Fields | undefined {
  const isLittle = tiff.subarray(0, 4).equals(Buffer.from('II*\0', 'latin1'))
  if (!isLittle && !tiff.subarray(0, 4).equals(Buffer.from('MM\0*', 'latin1'))) return undefined
  const read = (at: number, bytes: number) => {
    if (at + bytes > tiff.length) return undefined
    return isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes)
  }
  let at = read(4, 4)
  for (let index = 0; index < page; index++)
    at = at === undefined ? at : read(at + 2 + 12 * (read(at, 2) ?? 0), 4)
  const count = at ? read(at, 2) : undefined
  if (!at || count === undefined || read(at + 2 + 12 * count, 4) === undefined) return undefined
  const places = new Map<number, number>()
  for (let entry = at + 2; entry < at + 2 + 12 * count; entry += 12)
    places.set(read(entry, 2)!, entry)
  return (tag) => {
    const entry = places.get(tag)
    if (entry === undefined) return undefined
    const size = VALUE_BYTES[read(entry + 2, 2)!]
    const values = read(entry + 4, 4)!
    if (size === undefined || values * size > tiff.length) return undefined
    const from = values * size > 4 ? read(entry + 8, 4)! : entry + 8
    if (from + values * size > tiff.length) return undefined
    return Uint32Array.from({ length: values }, (_, index) => read(from + index * size, size)!)
  }
}

const CLEAR = 256
const END = 257
/** Bits of the longest code. */
const MOST_BITS = 12

/**
 * How many bytes a packed part of a TIFF stands for; null where it cannot be unpacked to its end.
 *
 * Codes from the highest bit on, which grow one code earlier than those of a GIF.
 */
function lzwSize(packed: Uint8Array): number | null {
  const lengths = new Uint32Array(1 << MOST_BITS).fill(1, 0, CLEAR)
  let [bits, free, before, size] = [9, 258, 0, 0]
  let [at, held, heldBits] = [0, 0, 0]
  for (;;) {
    while (heldBits < bits) {
      // Some writers leave the end mark out.
      if (at >= packed.length) return size
      held = ((held << 8) | packed[at++]!) & 0xff_ffff
      heldBits += 8
    }
    heldBits -= bits
    const code = (held >> heldBits) & ((1 << bits) - 1)
    if (code === END) return size
    if (code === CLEAR) {
      ;[bits, free, before] = [9, 258, 0]
      continue
    }
    if (code > free || (code === free && before === 0)) return null
    if (before > 0 && free < 1 << MOST_BITS) lengths[free++] = before + 1
    if (code >= free) return null
    before = lengths[code]!
    size += before
    if (free === (1 << bits) - 1 && bits < MOST_BITS) bits++
  }
}

/** Runs: a length with bytes as they are, or with one that repeats. */
function packBitsSize(packed: Uint8Array): number | null {
  let size = 0
  let at = 0
  while (at < packed.length) {
    const head = packed[at]!
    if (head === 128) at++
    else if (head < 128) {
      size += head + 1
      at += head + 2
    } else {
      size += 257 - head
      at += 2
    }
  }
  return at > packed.length ? null : size
}

/** @param most bytes; what unpacks to more is damaged */
function inflatedSize(packed: Uint8Array, most: number): number | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).length
  } catch {
    return null
  }
}
