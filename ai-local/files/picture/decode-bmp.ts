/**
 * BMP, as scanners and old programs write it: 1, 4, 8, 16, 24 or 32 bits a pixel, plain or in runs.
 * The one format of those taken that the picture library does not read.
 */
import { ReadError } from '../protocol.ts'

export interface Bitmap {
  /** Red, green, blue, row by row from the top. */
  data: Buffer
  width: number
  height: number
  /** Rows are missing at the end of the file; they are white. */
  isCut: boolean
}

const PLAIN = 0
const RUNS_8 = 1
const RUNS_4 = 2
const MASKS = 3

interface Head {
  width: number
  height: number
  isFromTop: boolean
  bits: number
  packing: number
  pixelsAt: number
  palette: Buffer
  paletteEntry: number
  masks: [number, number, number]
}

/** @throws {ReadError} `IMAGE_INVALID` */
export function bmpSize(bytes: Buffer): { width: number; height: number } {
  const { width, height } = headOf(bytes)
  return { width, height }
}

/** @throws {ReadError} `IMAGE_INVALID` */
export function decodeBmp(bytes: Buffer): Bitmap {
  const head = headOf(bytes)
  const { width, height, isFromTop, packing } = head
  const isRuns = packing === RUNS_8 || packing === RUNS_4
  const rows = isRuns ? unpackRuns(bytes, head) : plainRows(bytes, head)
  const data = Buffer.alloc(width * height * 3, 255)
  for (const [index, row] of rows.pixels.entries())
    row.copy(data, (isFromTop ? index : height - 1 - index) * width * 3)
  return { data, width, height, isCut: rows.isCut }
}

function headOf(bytes: Buffer): Head {
  if (bytes.length < 26) throw new ReadError('IMAGE_INVALID')
  const size = bytes.readUInt32LE(14)
  // The head of OS/2: shorter numbers, and a palette of three bytes.
  if (size === 12) {
    const bits = bytes.readUInt16LE(24)
    return checked(bytes, {
      width: bytes.readUInt16LE(18),
      height: bytes.readUInt16LE(20),
      isFromTop: false,
      bits,
      packing: PLAIN,
      pixelsAt: bytes.readUInt32LE(10),
      palette: bytes.subarray(26, 26 + 3 * 2 ** Math.min(8, bits)),
      paletteEntry: 3,
      masks: usualMasks(bits),
    })
  }
  if (size < 40 || bytes.length < 14 + size) throw new ReadError('IMAGE_INVALID')
  const bits = bytes.readUInt16LE(28)
  const packing = bytes.readUInt32LE(30)
  const hasMasks = packing === MASKS && bytes.length >= 66
  const paletteAt = 14 + size + (hasMasks && size === 40 ? 12 : 0)
  const colours = bytes.readUInt32LE(46) || 2 ** Math.min(8, bits)
  return checked(bytes, {
    width: bytes.readInt32LE(18),
    height: Math.abs(bytes.readInt32LE(22)),
    isFromTop: bytes.readInt32LE(22) < 0,
    bits,
    packing,
    pixelsAt: bytes.readUInt32LE(10),
    palette: bytes.subarray(paletteAt, paletteAt + 4 * Math.min(256, colours)),
    paletteEntry: 4,
    masks: hasMasks
      ? [bytes.readUInt32LE(54), bytes.readUInt32LE(58), bytes.readUInt32LE(62)]
      : usualMasks(bits),
  })
}

function usualMasks(bits: number): Head['masks'] {
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff]
}

function checked(bytes: Buffer, head: Head): Head {
  const { width, height, bits, packing, pixelsAt } = head
  const isKnown =
    (packing === PLAIN && [1, 4, 8, 16, 24, 32].includes(bits)) ||
    (packing === MASKS && [16, 32].includes(bits)) ||
    (packing === RUNS_8 && bits === 8) ||
    (packing === RUNS_4 && bits === 4)
  const hasPixels = pixelsAt >= 26 && pixelsAt < bytes.length
  if (!isKnown || !hasPixels || width < 1 || height < 1) throw new ReadError('IMAGE_INVALID')
  return head
}

interface Rows {
  pixels: Buffer[]
  isCut: boolean
}

function plainRows(bytes: Buffer, head: Head): Rows {
  const { width, height, bits, pixelsAt } = head
  const stride = Math.ceil((width * bits) / 32) * 4
  const pixels: Buffer[] = []
  for (let row = 0; row < height; row++) {
    const at = pixelsAt + row * stride
    if (at + Math.ceil((width * bits) / 8) > bytes.length) return { pixels, isCut: true }
    pixels.push(plainRow(bytes.subarray(at), head))
  }
  return { pixels, isCut: false }
}

function plainRow(bytes: Buffer, head: Head): Buffer {
  const { width, bits, masks } = head
  const row = Buffer.alloc(width * 3)
  for (let x = 0; x < width; x++) {
    if (bits === 24) {
      row[x * 3] = bytes[x * 3 + 2]!
      row[x * 3 + 1] = bytes[x * 3 + 1]!
      row[x * 3 + 2] = bytes[x * 3]!
    } else if (bits > 8) {
      const value = bits === 16 ? bytes.readUInt16LE(x * 2) : bytes.readUInt32LE(x * 4)
      for (const [channel, mask] of masks.entries()) row[x * 3 + channel] = masked(value, mask)
    } else {
      const perByte = 8 / bits
      const shift = 8 - bits * ((x % perByte) + 1)
      paint(row, x, (bytes[Math.floor(x / perByte)]! >> shift) & (2 ** bits - 1), head)
    }
  }
  return row
}

/** 0 to 255. */
function masked(value: number, mask: number): number {
  if (mask === 0) return 0
  const lowest = mask & -mask
  return Math.round((((value & mask) >>> 0) / lowest / (mask / lowest)) * 255) & 0xff
}

function paint(row: Buffer, x: number, colour: number, { palette, paletteEntry }: Head) {
  const at = colour * paletteEntry
  for (let channel = 0; channel < 3; channel++)
    row[x * 3 + channel] = palette[at + 2 - channel] ?? 0
}

/** Runs of one colour, stretches of several, jumps; ends at its own end mark. */
function unpackRuns(bytes: Buffer, head: Head): Rows {
  const { width, height, packing, pixelsAt } = head
  const pixels = [Buffer.alloc(width * 3, 255)]
  const perByte = packing === RUNS_4 ? 2 : 1
  let x = 0
  const put = (byte: number, index: number) => {
    const colour = perByte === 1 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15
    if (x < width) paint(pixels.at(-1)!, x, colour, head)
    x++
  }
  const nextRow = () => {
    if (pixels.length < height) pixels.push(Buffer.alloc(width * 3, 255))
    x = 0
  }
  for (let at = pixelsAt; at + 1 < bytes.length; ) {
    const [count, value] = [bytes[at]!, bytes[at + 1]!]
    at += 2
    if (count > 0) for (let index = 0; index < count; index++) put(value, index)
    else if (value === 0) nextRow()
    else if (value === 1) return { pixels, isCut: false }
    else if (value === 2) {
      const [right = 0, down = 0] = bytes.subarray(at, at + 2)
      const column = x + right
      for (let row = 0; row < down; row++) nextRow()
      x = column
      at += 2
    } else {
      const length = Math.ceil(value / perByte)
      for (let index = 0; index < value; index++)
        put(bytes[at + Math.floor(index / perByte)] ?? 0, index)
      at += length + (length % 2)
    }
  }
  return { pixels, isCut: pixels.length < height }
}
