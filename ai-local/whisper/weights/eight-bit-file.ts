/**
 * A speech model's file with its large tensors as 8-bit blocks. Processors multiply these fastest:
 * on two cores with AVX2 one utterance takes three quarters of the time that 5-bit weights take,
 * and less than half of that of 16-bit ones; it is heard the same.
 *
 * The format is whisper.cpp's (`whisper_model_load`): magic, eleven words of shape, mel filters,
 * vocabulary, then tensors one after the other until the file ends. Weights of two dimensions
 * change; all else is copied.
 */
import { type FileHandle, open } from 'node:fs/promises'

const SHAPE_WORDS = 11
const PRECISION_WORD = 10
/** ggml's number for a file of 8-bit blocks, and what says how blocks are laid out. */
const EIGHT_BIT_FILE = 7
const BLOCK_LAYOUT = 2000
/** Precisions of whole files that are worth it: 16-bit floats and five bits. */
const WORTH_IT: readonly number[] = [1, 8, 9]
const LAYOUT_STEP = 1000
/** Kept as they are whatever a file's precision is. */
const PLAIN_BYTES: Readonly<Record<number, number>> = { 0: 4, 1: 2 }
/** Blocks converted at once: a few milliseconds, then others have their turn. */
const BLOCKS_AT_ONCE = 16_384
const COPY_BYTES = 1 << 20
const MOST_DIMENSIONS = 4
const LONGEST_NAME = 128

export class NotConvertible extends Error {}

/** Whether a file of this precision gains by it. @param precision the last word of its shape */
export function gainsByEightBits(precision: number): boolean {
  return WORTH_IT.includes(precision % LAYOUT_STEP)
}

/**
 * Writes `target` from `source`, whole and on the disk when it returns.
 * @throws {NotConvertible} where the file is not laid out as expected; `signal.reason` when aborted
 */
export async function writeEightBitFile(source: string, target: string, signal: AbortSignal) {
  await using from = await open(source)
  await using to = await open(target, 'wx')
  const reader = new Reader(from, (await from.stat()).size)
  const header = await reader.take(4 * (1 + SHAPE_WORDS))
  const precisionAt = 4 * (1 + PRECISION_WORD)
  if (!gainsByEightBits(header.readInt32LE(precisionAt))) throw new NotConvertible('precision')
  header.writeInt32LE(EIGHT_BIT_FILE + BLOCK_LAYOUT, precisionAt)
  await to.write(header)
  await copyFilters(reader, to)
  await copyVocabulary(reader, to)
  while (!reader.isAtEnd()) {
    signal.throwIfAborted()
    await writeTensor(reader, to, signal)
  }
  await to.sync()
}

async function copyFilters(reader: Reader, to: FileHandle) {
  const size = await reader.take(8)
  await to.write(size)
  await copy(reader, to, 4 * size.readUInt32LE(0) * size.readUInt32LE(4))
}

async function copyVocabulary(reader: Reader, to: FileHandle) {
  const count = await reader.take(4)
  const parts = [count]
  for (let left = count.readUInt32LE(0); left > 0; left--) {
    const length = await reader.take(4)
    parts.push(length, await reader.take(length.readUInt32LE(0)))
  }
  await to.write(Buffer.concat(parts))
}

async function writeTensor(reader: Reader, to: FileHandle, signal: AbortSignal) {
  const head = await reader.take(12)
  const [dimensions, nameLength, type] = [0, 4, 8].map((at) => head.readInt32LE(at)) as Triple
  if (dimensions < 1 || dimensions > MOST_DIMENSIONS || nameLength < 1 || nameLength > LONGEST_NAME)
    throw new NotConvertible('tensor')
  const sizes = await reader.take(4 * dimensions)
  const name = await reader.take(nameLength)
  const each = Array.from({ length: dimensions }, (_, i) => sizes.readInt32LE(4 * i))
  const count = each.reduce((product, size) => product * size, 1)
  const format = dimensions === 2 ? blockFormats[type] : undefined
  if (format && each[0]! % BLOCK === 0) {
    head.writeInt32LE(EIGHT_BIT_TYPE, 8)
    await to.write(Buffer.concat([head, sizes, name]))
    for (let left = count / BLOCK; left > 0; left -= BLOCKS_AT_ONCE) {
      signal.throwIfAborted()
      const blocks = await reader.take(Math.min(left, BLOCKS_AT_ONCE) * format.bytes)
      await to.write(toEightBit(blocks, format))
    }
    return
  }
  const bytes = PLAIN_BYTES[type]
  // A table of weights that cannot be converted makes the whole file useless: all of them have one
  // type.
  if (!bytes || (format && type !== 0)) throw new NotConvertible('tensor type')
  await to.write(Buffer.concat([head, sizes, name]))
  await copy(reader, to, count * bytes)
}

type Triple = [number, number, number]

async function copy(reader: Reader, to: FileHandle, bytes: number) {
  for (let left = bytes; left > 0; left -= COPY_BYTES)
    await to.write(await reader.take(Math.min(left, COPY_BYTES)))
}

/** A file from its beginning to its end, as many bytes as are asked for. */
class Reader {
  private readonly file: FileHandle
  private readonly size: number
  private position = 0
  private held = Buffer.alloc(0)

  constructor(file: FileHandle, size: number) {
    this.file = file
    this.size = size
  }

  isAtEnd(): boolean {
    return this.position === this.size && this.held.length === 0
  }

  /** @throws {NotConvertible} where the file ends before that */
  async take(bytes: number): Promise<Buffer> {
    if (bytes > this.held.length + this.size - this.position) throw new NotConvertible('short')
    if (bytes > this.held.length) {
      const more = Buffer.alloc(
        Math.min(Math.max(bytes - this.held.length, COPY_BYTES), this.size - this.position),
      )
      for (let read = 0; read < more.length; ) {
        const { bytesRead } = await this.file.read(more, read, more.length - read, this.position)
        if (bytesRead === 0) throw new NotConvertible('short')
        read += bytesRead
        this.position += bytesRead
      }
      this.held = Buffer.concat([this.held, more])
    }
    const taken = Buffer.from(this.held.subarray(0, bytes))
    this.held = this.held.subarray(bytes)
    return taken
  }
}

/** Weights of one block, in every format here. */
export const BLOCK = 32
const EIGHT_BIT_BYTES = 2 + BLOCK

/** How a tensor's weights are kept, by ggml's number of the type. */
interface BlockFormat {
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
const EIGHT_BIT_TYPE = 8

/**
 * Weights in blocks as ggml keeps them, and the same as 8-bit blocks. An 8-bit block holds 32
 * weights: a scale (f16), then one signed byte for each: no weight is off by more than a 220th of
 * the largest of its block, where 5-bit ones were off by a 32nd before.
 * @param blocks whole blocks of the format
 */
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
