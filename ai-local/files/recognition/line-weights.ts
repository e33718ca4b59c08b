/**
 * The file of the network that reads lines: `LRD1`, a header in JSON, then 16-bit floats in the
 * order in which they are computed with (bin/tools/generate/make-line-reader.ts).
 */
import { z } from 'zod'

/** A layer over single pixels; columns and rows are filled up for the product. */
export interface Dense {
  rows: number
  columns: number
  values: Float32Array
  bias: Float32Array
}

/** A layer over the neighbours of each channel: `[place][channel]`. */
export interface Places {
  across: number
  down: number
  values: Float32Array
  bias: Float32Array
}

export interface Block {
  around: Places
  /** Every how many rows are looked at. */
  down: 1 | 2
  gate: readonly [Dense, Dense] | null
  widen: Dense
  narrow: Dense
  isAdded: boolean
}

export interface LineWeights {
  alphabet: string[]
  stem: readonly [Dense, Dense]
  blocks: Block[]
  along: Places
  mix: Dense
  squeeze: Dense
  letters: Dense
  /** All that are multiplied by matrices, for the memory. */
  dense: Dense[]
}

const MAGIC = 'LRD1'
const Header = z.object({ alphabet: z.array(z.string()).min(2) })
const [ROWS, COLUMNS] = [4, 4]

/** Channels in and out, those between, and of the gate; rows halved or not. */
const BLOCKS = [
  { from: 48, wide: 96, to: 48, gate: 12, down: 1 },
  { from: 48, wide: 96, to: 48, gate: 0, down: 1 },
  { from: 48, wide: 96, to: 96, gate: 0, down: 2 },
  { from: 96, wide: 192, to: 96, gate: 24, down: 1 },
  { from: 96, wide: 192, to: 96, gate: 0, down: 1 },
  { from: 96, wide: 192, to: 160, gate: 0, down: 2 },
  { from: 160, wide: 320, to: 160, gate: 40, down: 1 },
  { from: 160, wide: 320, to: 160, gate: 0, down: 1 },
  { from: 160, wide: 320, to: 160, gate: 0, down: 1 },
] as const
const [FIRST, STEM, LAST, LETTERS] = [24, 48, 160, 80]

/** @throws Error where it is no such file */
export function readLineWeights(file: Uint8Array): LineWeights {
  const text = new TextDecoder()
  if (text.decode(file.subarray(0, 4)) !== MAGIC) throw new Error('not a line reader')
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let at = 8 + view.getUint32(4, true)
  const { alphabet } = Header.parse(JSON.parse(text.decode(file.subarray(8, at))))
  const all: Dense[] = []

  const floats = (count: number) =>
    Float32Array.from({ length: count }, () => {
      at += 2
      return ofHalf(view.getUint16(at - 2, true))
    })
  const dense = (rows: number, columns: number): Dense => {
    const [tall, wide] = [upTo(rows, ROWS), upTo(columns, COLUMNS)]
    const values = new Float32Array(tall * wide)
    for (let row = 0; row < rows; row++) values.set(floats(columns), row * wide)
    const bias = new Float32Array(tall)
    bias.set(floats(rows))
    const one = { rows: tall, columns: wide, values, bias }
    all.push(one)
    return one
  }
  const places = (channels: number, across: number, down: number): Places => {
    const count = across * down
    const byChannel = floats(channels * count)
    const values = byChannel.map(
      (_, to) => byChannel[(to % channels) * count + Math.floor(to / channels)]!,
    )
    return { across, down, values, bias: floats(channels) }
  }

  const stem = [dense(FIRST, 9), dense(STEM, FIRST * 9)] as const
  const blocks = BLOCKS.map(({ from, wide, to, gate, down }): Block => {
    const around = places(from, 3, 3)
    const through = gate ? ([dense(gate, from), dense(from, gate)] as const) : null
    const [widen, narrow] = [dense(wide, from), dense(to, wide)]
    return { around, down, gate: through, widen, narrow, isAdded: down === 1 }
  })
  const along = places(LAST, 5, 1)
  const [mix, squeeze] = [dense(LAST, LAST), dense(LETTERS, LAST)]
  const letters = dense(alphabet.length, LETTERS)
  if (at !== file.length) throw new Error('a line reader of another size')
  return { alphabet, stem, blocks, along, mix, squeeze, letters, dense: all }
}

function upTo(count: number, step: number): number {
  return Math.ceil(count / step) * step
}

function ofHalf(bits: number): number {
  const [exponent, part] = [(bits >> 10) & 31, bits & 1023]
  const size = exponent === 0 ? part * 2 ** -24 : (1 + part / 1024) * 2 ** (exponent - 15)
  return bits & 0x8000 ? -size : size
}
