/**
 * A small transformer (BERT's shape) over the pieces of what was said: from the numbers of pieces
 * to one vector a piece. Matrices are whole numbers with a scale a row, activations whole numbers
 * with a scale a piece: the same vectors on every machine, but for the last digits of `exp`.
 */
import { TILE_OTHERS, TILE_ROWS, type Tiles, tiles } from './tile.ts'

/** Numbers of one matrix: rows of whole numbers, their scales, and what is added. */
export interface Matrix {
  rows: number
  columns: number
  values: Int16Array
  scales: Float32Array
  bias: Float32Array
}

export interface Norm {
  weight: Float32Array
  bias: Float32Array
}

export interface Layer {
  /** Queries, keys and values, one below the other. */
  attend: Matrix
  gather: Matrix
  attended: Norm
  widen: Matrix
  narrow: Matrix
  narrowed: Norm
}

export interface EncoderWeights {
  width: number
  heads: number
  layers: readonly Layer[]
  /** Of a piece, a row of `width`. */
  pieceRow(piece: number, into: Float32Array): void
  /** Rows of `width`. */
  places: Float32Array
  speakers: Float32Array
  embedded: Norm
}

export interface Encoder {
  /** @returns rows of `width`, one a piece */
  encode(pieces: readonly number[], speakers: readonly number[]): Float32Array
}

/** Pieces of one run, at most. */
export const LONGEST = 128
/** Of queries, keys and values as whole numbers: their sums stay within 32 bits. */
const LARGEST = 8191
/** Of sums of products, 32 bits. */
const MOST = 2 ** 31 - 1
const LARGEST_SHORT = 32_767
/** Of shares of attention. */
const WHOLE = 16_383
const EPSILON = 1e-12
const SHORT = 2

export function encoder(weights: EncoderWeights): Encoder {
  const { width, heads, layers } = weights
  const size = width / heads
  const widest = Math.max(...layers.map(({ widen }) => widen.rows))
  const matrices = layers.flatMap(({ attend, gather, widen, narrow }) => [
    attend,
    gather,
    widen,
    narrow,
  ])
  const total = matrices.reduce((sum, { values }) => sum + values.length * SHORT, 0)
  const scratch = LONGEST * widest * SHORT
  const bank = tiles(total + 2 * scratch + 64)
  const homes = placed(matrices, bank)
  const left = total
  const right = total + scratch
  const out = right + scratch
  const shorts = new Int16Array(bank.memory.buffer)
  const sums = new Int32Array(bank.memory.buffer, out, TILE_ROWS * TILE_OTHERS)

  const x = new Float32Array(LONGEST * width)
  const wide = new Float32Array(LONGEST * widest)
  const all = new Float32Array(LONGEST * 3 * width)
  const context = new Float32Array(LONGEST * width)
  const shares = new Float32Array(LONGEST * LONGEST)
  const scales = new Float32Array(LONGEST)
  const keyScales = new Float32Array(LONGEST)

  /** `to[n × rows] = from[n × columns] · matrixᵀ + bias` */
  function multiply(matrix: Matrix, from: Float32Array, to: Float32Array, count: number): void {
    const { rows, columns, scales: rowScales, bias } = matrix
    const { home, largest } = homes.get(matrix)!
    const bytes = columns * SHORT
    for (let at = 0; at < count; at++)
      scales[at] = quantize(
        from,
        at * columns,
        1,
        columns,
        shorts,
        (right + at * bytes) / SHORT,
        largest,
      )
    const even = count + (count % TILE_OTHERS)
    for (let row = 0; row < rows; row += TILE_ROWS)
      for (let at = 0; at < even; at += TILE_OTHERS) {
        bank.tile(home + row * bytes, right + at * bytes, out, bytes)
        for (let other = 0; other < TILE_OTHERS; other++) {
          const target = (at + other) * rows + row
          const scale = scales[at + other]!
          for (let each = 0; each < TILE_ROWS; each++)
            to[target + each] =
              sums[each * TILE_OTHERS + other]! * scale * rowScales[row + each]! + bias[row + each]!
        }
      }
  }

  function attend(count: number): void {
    const stride = 3 * width
    const headBytes = size * SHORT
    const even = count + (count % TILE_OTHERS)
    const padded = Math.ceil(count / 8) * 8
    const by = 1 / Math.sqrt(size)
    for (let head = 0; head < heads; head++) {
      const at = head * size
      for (let each = 0; each < count; each++) {
        scales[each] = quantize(
          all,
          each * stride + at,
          1,
          size,
          shorts,
          (right + each * headBytes) / SHORT,
        )
        keyScales[each] = quantize(
          all,
          each * stride + width + at,
          1,
          size,
          shorts,
          (left + each * headBytes) / SHORT,
        )
      }
      for (let key = 0; key < count; key += TILE_ROWS)
        for (let query = 0; query < even; query += TILE_OTHERS) {
          bank.tile(left + key * headBytes, right + query * headBytes, out, headBytes)
          for (let other = 0; other < TILE_OTHERS; other++)
            for (let each = 0; each < TILE_ROWS; each++)
              shares[(query + other) * LONGEST + key + each] =
                sums[each * TILE_OTHERS + other]! *
                scales[query + other]! *
                keyScales[key + each]! *
                by
        }
      for (let query = 0; query < count; query++) {
        const row = query * LONGEST
        let most = Number.NEGATIVE_INFINITY
        for (let key = 0; key < count; key++) most = Math.max(most, shares[row + key]!)
        let whole = 0
        for (let key = 0; key < count; key++) {
          const share = Math.exp(shares[row + key]! - most)
          shares[row + key] = share
          whole += share
        }
        const to = right / SHORT + query * padded
        for (let key = 0; key < count; key++)
          shorts[to + key] = (shares[row + key]! / whole) * WHOLE + 0.5
        for (let key = count; key < padded; key++) shorts[to + key] = 0
      }
      for (let each = 0; each < size; each++) {
        const to = left / SHORT + each * padded
        keyScales[each] = quantize(all, 2 * width + at + each, stride, count, shorts, to)
        for (let key = count; key < padded; key++) shorts[to + key] = 0
      }
      const bytes = padded * SHORT
      for (let each = 0; each < size; each += TILE_ROWS)
        for (let query = 0; query < even; query += TILE_OTHERS) {
          bank.tile(left + each * bytes, right + query * bytes, out, bytes)
          for (let other = 0; other < TILE_OTHERS; other++)
            for (let row = 0; row < TILE_ROWS; row++)
              context[(query + other) * width + at + each + row] =
                (sums[row * TILE_OTHERS + other]! * keyScales[each + row]!) / WHOLE
        }
    }
  }

  return {
    encode(pieces, speakers) {
      const count = Math.min(pieces.length, LONGEST)
      for (let at = 0; at < count; at++) {
        const row = x.subarray(at * width, (at + 1) * width)
        weights.pieceRow(pieces[at]!, row)
        const spoken = speakers[at]! * width
        for (let i = 0; i < width; i++)
          row[i]! += weights.places[at * width + i]! + weights.speakers[spoken + i]!
      }
      normalize(x, count, width, weights.embedded)
      for (const layer of layers) {
        multiply(layer.attend, x, all, count)
        attend(count)
        multiply(layer.gather, context, wide, count)
        for (let i = 0; i < count * width; i++) x[i]! += wide[i]!
        normalize(x, count, width, layer.attended)
        multiply(layer.widen, x, wide, count)
        bend(wide, count * layer.widen.rows)
        multiply(layer.narrow, wide, context, count)
        for (let i = 0; i < count * width; i++) x[i]! += context[i]!
        normalize(x, count, width, layer.narrowed)
      }
      return x.slice(0, count * width)
    },
  }
}

interface Placed {
  /** Byte offset. */
  home: number
  /** Of activations as whole numbers: no sum of products leaves 32 bits. */
  largest: number
}

/** Matrices as 16-bit numbers, from the memory's beginning. */
function placed(matrices: readonly Matrix[], { memory }: Tiles): Map<Matrix, Placed> {
  const shorts = new Int16Array(memory.buffer)
  const homes = new Map<Matrix, Placed>()
  let at = 0
  for (const matrix of matrices) {
    shorts.set(matrix.values, at)
    homes.set(matrix, { home: at * SHORT, largest: largestFor(matrix) })
    at += matrix.values.length
  }
  return homes
}

function largestFor({ values, rows, columns }: Matrix): number {
  let most = 1
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let at = row * columns; at < (row + 1) * columns; at++) sum += Math.abs(values[at]!)
    most = Math.max(most, sum)
  }
  return Math.min(LARGEST_SHORT, Math.floor(MOST / most))
}

/** @returns what a whole number is worth */
function quantize(
  from: Float32Array,
  start: number,
  step: number,
  count: number,
  to: Int16Array,
  home: number,
  largest = LARGEST,
): number {
  let most = 0
  for (let i = 0, at = start; i < count; i++, at += step) {
    const value = Math.abs(from[at]!)
    if (value > most) most = value
  }
  if (most === 0) {
    to.fill(0, home, home + count)
    return 0
  }
  const by = largest / most
  for (let i = 0, at = start; i < count; i++, at += step) {
    const value = from[at]! * by
    to[home + i] = value < 0 ? value - 0.5 : value + 0.5
  }
  return most / largest
}

function normalize(x: Float32Array, count: number, width: number, { weight, bias }: Norm): void {
  for (let row = 0; row < count * width; row += width) {
    let sum = 0
    for (let i = 0; i < width; i++) sum += x[row + i]!
    const mean = sum / width
    let spread = 0
    for (let i = 0; i < width; i++) spread += (x[row + i]! - mean) ** 2
    const by = 1 / Math.sqrt(spread / width + EPSILON)
    for (let i = 0; i < width; i++) x[row + i] = (x[row + i]! - mean) * by * weight[i]! + bias[i]!
  }
}

/** Steps of the table of `bend`, to each side, and how many make one. */
const REACH = 8
const FINE = 512
let table: Float64Array | undefined

/** The Gaussian error linear unit, from a table. */
export function bend(x: Float32Array, count: number): void {
  table ??= Float64Array.from({ length: 2 * REACH * FINE + 2 }, (_, at) => gelu(at / FINE - REACH))
  const known = table
  for (let i = 0; i < count; i++) {
    const value = x[i]!
    if (value >= REACH) continue
    if (value <= -REACH) x[i] = 0
    else {
      const at = (value + REACH) * FINE
      const low = at | 0
      x[i] = known[low]! + (at - low) * (known[low + 1]! - known[low]!)
    }
  }
}

/** With the error function of Abramowitz and Stegun, 7.1.26. */
function gelu(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const poly =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  const erf = Math.sign(x) * (1 - poly * Math.exp(-z * z))
  return (x / 2) * (1 + erf)
}
