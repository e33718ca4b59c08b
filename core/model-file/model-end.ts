/**
 * Whether a model file goes as far as its own header says: a copy that was cut short is found
 * without loading it. Reads the tables in front of the weights, and of a whisper file the head of
 * each tensor.
 */

import type { ModelHeader } from './model-header.ts'
import { ARRAY, STRING, WIDTHS } from './model-header.ts'

interface ReadAt {
  sizeBytes: number
  /** Fewer bytes where the file ends. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** False also where a kind of weights is unknown here: nobody can tell then. */
export async function isCutShort(file: ReadAt, { format }: ModelHeader): Promise<boolean> {
  if (format === 'vad') return false
  const cursor = new Cursor(file)
  try {
    const end = await (format === 'gguf' ? endOfGguf(cursor) : endOfWhisper(cursor))
    return end !== null && end > file.sizeBytes
  } catch (error) {
    if (error instanceof EndedEarly) return true
    throw error
  }
}

class EndedEarly extends Error {}

/** By ggml's number of the kind: weights of a block, and its bytes. */
const KINDS: Readonly<Record<number, readonly [weights: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  29: [256, 56],
  30: [1, 2],
  34: [256, 54],
  35: [256, 66],
  39: [32, 17],
}

function bytesOf(kind: number, weights: number): number | null {
  const block = KINDS[kind]
  return block ? (weights / block[0]) * block[1] : null
}

const FIRST_WORDS = 12
const AUDIO_LAYERS = 5
const TEXT_LAYERS = 9

/** whisper.cpp's `whisper_model_load`; null: weights of a kind that is not known here. */
async function endOfWhisper(cursor: Cursor): Promise<number | null> {
  const words: number[] = []
  for (let index = 0; index < FIRST_WORDS; index++) words.push(await cursor.u32())
  const filters = (await cursor.u32()) * (await cursor.u32())
  cursor.skip(4 * filters)
  for (let left = await cursor.u32(); left > 0; left--) cursor.skip(await cursor.u32())
  // Eleven that every model has, and so many of each layer.
  const tensors = 11 + 15 * (words[AUDIO_LAYERS] ?? 0) + 24 * (words[TEXT_LAYERS] ?? 0)
  for (let left = tensors; left > 0; left--) {
    const [dimensions, nameLength, kind] = [
      await cursor.u32(),
      await cursor.u32(),
      await cursor.u32(),
    ]
    if (dimensions > 4) return null
    let weights = 1
    for (let index = 0; index < dimensions; index++) weights *= await cursor.u32()
    const bytes = bytesOf(kind, weights)
    if (bytes === null) return null
    cursor.skip(nameLength + bytes)
  }
  return cursor.at
}

/** Null: something in it is not known here. */
async function endOfGguf(cursor: Cursor): Promise<number | null> {
  cursor.skip(8)
  const tensors = await cursor.u64()
  let alignment = 32
  for (let left = await cursor.u64(); left > 0; left--) {
    const key = await cursor.text()
    const type = await cursor.u32()
    if (key === 'general.alignment' && WIDTHS[type] === 4) alignment = await cursor.u32()
    else if (!(await skipValue(cursor, type))) return null
  }
  let last = 0
  for (let left = tensors; left > 0; left--) {
    cursor.skip(await cursor.u64())
    let weights = 1
    for (let rest = await cursor.u32(); rest > 0; rest--) weights *= await cursor.u64()
    const bytes = bytesOf(await cursor.u32(), weights)
    const offset = await cursor.u64()
    if (bytes === null) return null
    last = Math.max(last, offset + bytes)
  }
  return Math.ceil(cursor.at / alignment) * alignment + last
}

async function skipValue(cursor: Cursor, type: number): Promise<boolean> {
  if (type === STRING) cursor.skip(await cursor.u64())
  else if (type !== ARRAY) {
    const width = WIDTHS[type]
    if (!width) return false
    cursor.skip(width)
  } else {
    const [kind, count] = [await cursor.u32(), await cursor.u64()]
    const width = WIDTHS[kind]
    if (width) cursor.skip(width * count)
    else for (let left = count; left > 0; left--) if (!(await skipValue(cursor, kind))) return false
  }
  return true
}

const WINDOW = 1 << 18
const LONGEST_KEY = 1 << 16

/** Reads forward; what is skipped is not read. */
class Cursor {
  at = 0
  #from = 0
  #window: DataView = new DataView(new ArrayBuffer(0))
  readonly #file: ReadAt

  constructor(file: ReadAt) {
    this.#file = file
  }

  skip(bytes: number) {
    this.at += bytes
    if (this.at > this.#file.sizeBytes) throw new EndedEarly()
  }

  async u32(): Promise<number> {
    await this.#need(4)
    const value = this.#window.getUint32(this.at - this.#from, true)
    this.at += 4
    return value
  }

  async u64(): Promise<number> {
    await this.#need(8)
    const value = Number(this.#window.getBigUint64(this.at - this.#from, true))
    this.at += 8
    return value
  }

  async text(): Promise<string> {
    const length = await this.u64()
    if (length > LONGEST_KEY) throw new EndedEarly()
    await this.#need(length)
    const bytes = new Uint8Array(
      this.#window.buffer,
      this.#window.byteOffset + this.at - this.#from,
      length,
    )
    this.at += length
    return new TextDecoder('latin1').decode(bytes)
  }

  async #need(bytes: number): Promise<void> {
    const has = this.#from + this.#window.byteLength
    if (this.at >= this.#from && this.at + bytes <= has) return
    const read = await this.#file.read(this.at, Math.max(bytes, WINDOW))
    if (read.byteLength < bytes) throw new EndedEarly()
    this.#from = this.at
    this.#window = new DataView(read.buffer, read.byteOffset, read.byteLength)
  }
}
