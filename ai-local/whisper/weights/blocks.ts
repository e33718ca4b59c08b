/**
 * Weights in blocks as ggml keeps them, and the same as 8-bit blocks. An 8-bit block holds 32
 * weights: a scale (f16), then one signed byte for each: no weight is off by more than a 220th of
 * the largest of its block, where 5-bit ones were off by a 32nd before.
 */

/** Weights of one block, in every format here. */
export const BLOCK = 32
const EIGHT_BIT_BYTES = 2 + BLOCK

/** How a tensor's weights are kept, by ggml's number of the type. */
export interface BlockFormat {
  /** Size of one block. */
  bytes: number
  /** Writes the block that begins at `from` into `weights`. */
  read(view: DataView, from: number, weights: Float32Array): void
}

export const blockFormats: Readonly<Record<number, BlockFormat>> = {
  1: { bytes: 2 * BLOCK, read: readHalves },
  6: { bytes: 2 + 4 + BLOCK / 2, read: readFiveBits },
  7: { bytes: 4 + 4 + BLOCK / 2, read: readFiveBitsWithMinimum },
}

/** ggml's number of 8-bit blocks. */
export const EIGHT_BIT_TYPE = 8

/** @param blocks whole blocks of the format */
export function toEightBit(blocks: Buffer, format: BlockFormat): Buffer {
  const count = blocks.length / format.bytes
  const source = new DataView(blocks.buffer, blocks.byteOffset, blocks.length)
  const written = Buffer.allocUnsafe(count * EIGHT_BIT_BYTES)
  const target = new DataView(written.buffer, written.byteOffset, written.length)
  const weights = new Float32Array(BLOCK)
  for (let block = 0; block < count; block++) {
    format.read(source, block * format.bytes, weights)
    writeEightBit(weights, target, block * EIGHT_BIT_BYTES)
  }
  return written
}

/** For tests and for whoever wants to look: what an 8-bit block says. */
export function readEightBit(view: DataView, from: number, weights: Float32Array) {
  const scale = halves[view.getUint16(from, true)]!
  for (let i = 0; i < BLOCK; i++) weights[i] = view.getInt8(from + 2 + i) * scale
}

function writeEightBit(weights: Float32Array, view: DataView, at: number) {
  let largest = 0
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight))
  const scale = largest / 127
  const inverse = scale === 0 ? 0 : 1 / scale
  view.setUint16(at, halfOf(scale), true)
  for (let i = 0; i < BLOCK; i++) view.setInt8(at + 2 + i, Math.round(weights[i]! * inverse))
}

function readHalves(view: DataView, from: number, weights: Float32Array) {
  for (let i = 0; i < BLOCK; i++) weights[i] = halves[view.getUint16(from + 2 * i, true)]!
}

/** `q5_0`: a scale, the fifth bits of all, then four bits of two weights in each byte. */
function readFiveBits(view: DataView, from: number, weights: Float32Array) {
  const scale = halves[view.getUint16(from, true)]!
  readFives(view, from + 2, weights)
  for (let i = 0; i < BLOCK; i++) weights[i] = (weights[i]! - 16) * scale
}

/** `q5_1`: the same with a minimum instead of a fixed middle. */
function readFiveBitsWithMinimum(view: DataView, from: number, weights: Float32Array) {
  const scale = halves[view.getUint16(from, true)]!
  const least = halves[view.getUint16(from + 2, true)]!
  readFives(view, from + 4, weights)
  for (let i = 0; i < BLOCK; i++) weights[i] = weights[i]! * scale + least
}

function readFives(view: DataView, from: number, weights: Float32Array) {
  const fifths = view.getUint32(from, true)
  for (let i = 0; i < BLOCK / 2; i++) {
    const pair = view.getUint8(from + 4 + i)
    weights[i] = (pair & 15) | (((fifths >>> i) & 1) << 4)
    weights[i + 16] = (pair >>> 4) | (((fifths >>> (i + 16)) & 1) << 4)
  }
}

/** Every 16-bit float by its bits. */
const halves = Float32Array.from({ length: 0x10000 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >>> 10) & 31
  const fraction = bits & 1023
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return exponent === 0
    ? sign * fraction * 2 ** -24
    : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
})

/** The nearest 16-bit float of a number that is not negative. */
export function halfOf(value: number): number {
  if (value >= 65_520) return 0x7c00
  const exponent = Math.max(-14, Math.floor(Math.log2(value || 2 ** -24)))
  const steps = Math.round(value / 2 ** (exponent - 10))
  // Below the least exponent no leading one is implied, and a carry moves on to the next exponent
  // by itself.
  return exponent === -14 && steps < 1024 ? steps : ((exponent + 15) << 10) + (steps - 1024)
}
