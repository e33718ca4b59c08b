/**
 * The network that reads lines, layer by layer. Pixels lie one behind the other, each with all its
 * channels; a layer over single pixels is one product of matrices.
 */

import { readFileSync } from 'node:fs'
import { bend } from '../../encoding/encoder.ts'
import { TILE_OTHERS, TILE_ROWS, tiles } from '../../encoding/tile.ts'
import { type GreyPicture, greyPixels, openGrey } from '../grey-picture.ts'
import { type Block, type Dense, type Places, readLineWeights } from './line-weights.ts'
import type { Box } from './marks.ts'

export interface LineNetwork {
  /** The first is no character. */
  alphabet: readonly string[]
  /**
   * @param line of the height that was named, and at most that wide
   * @returns a score for each character at each step
   */
  read(line: GreyPicture): { steps: number; scores: Float32Array }
}

const FLOAT = 4

/** Channels of pixels. */
interface Sheet {
  width: number
  height: number
  channels: number
  values: Float32Array
}

/** @throws Error where it is not the file of one */
function lineNetwork(file: Uint8Array, height: number, mostWidth: number): LineNetwork {
  const weights = readLineWeights(file)
  const { stem, blocks, along, mix, squeeze, letters, dense } = weights
  const places = new Map<Dense, number>()
  let size = 0
  for (const one of dense) {
    places.set(one, size)
    size += one.values.length
  }
  /** Of the widest layers: the second of the stem, and those of the blocks. */
  const mostPixels = (height / 4) * Math.ceil(mostWidth / 4) + TILE_OTHERS
  const room = Math.max(
    mostPixels * stem[1].columns,
    (height / 2) * Math.ceil(mostWidth / 2 + 1) * stem[0].columns,
  )
  const [input, sums] = [size, size + room]
  const { memory, tile } = tiles((sums + TILE_ROWS * TILE_OTHERS) * FLOAT, 'floats')
  const floats = new Float32Array(memory.buffer)
  for (const [one, at] of places) floats.set(one.values, at)

  /** @param from pixels, each with the columns of `by`, which are copied into the memory */
  function multiplied(by: Dense, from: Float32Array, pixels: number): Float32Array {
    const { rows, columns, bias } = by
    const out = new Float32Array(pixels * rows)
    floats.set(from.subarray(0, pixels * columns), input)
    floats.fill(0, input + pixels * columns, input + (pixels + 1) * columns)
    const at = places.get(by)!
    for (let pixel = 0; pixel < pixels; pixel += TILE_OTHERS) {
      const others = (input + pixel * columns) * FLOAT
      const isPair = pixel + 1 < pixels
      for (let row = 0; row < rows; row += TILE_ROWS) {
        tile((at + row * columns) * FLOAT, others, sums * FLOAT, columns * FLOAT)
        for (let next = 0; next < TILE_ROWS; next++) {
          const to = pixel * rows + row + next
          out[to] = floats[sums + next * TILE_OTHERS]! + bias[row + next]!
          if (isPair) out[to + rows] = floats[sums + next * TILE_OTHERS + 1]! + bias[row + next]!
        }
      }
    }
    return out
  }

  /** Three by three pixels with all their channels, at every second place. */
  function halved(by: Dense, from: Sheet): Sheet {
    const [width, tall] = [Math.ceil(from.width / 2), Math.ceil(from.height / 2)]
    const gathered = new Float32Array(width * tall * by.columns)
    const { channels } = from
    for (let y = 0; y < tall; y++)
      for (let x = 0; x < width; x++)
        for (let place = 0; place < 9; place++) {
          const [ry, rx] = [y * 2 + Math.floor(place / 3) - 1, x * 2 + (place % 3) - 1]
          if (ry < 0 || rx < 0 || ry >= from.height || rx >= from.width) continue
          const start = (ry * from.width + rx) * channels
          const to = (y * width + x) * by.columns + place * channels
          for (let i = 0; i < channels; i++) gathered[to + i] = from.values[start + i]!
        }
    const values = multiplied(by, gathered, width * tall)
    return { width, height: tall, channels: by.rows, values }
  }

  function through(from: Sheet, { around, down, gate, widen, narrow, isAdded }: Block): Sheet {
    const seen = neighbours(from, around, down)
    if (gate) gated(seen, gate)
    const pixels = seen.width * seen.height
    const wide = multiplied(widen, seen.values, pixels)
    bend(wide, wide.length)
    const values = multiplied(narrow, wide, pixels)
    if (isAdded) for (let i = 0; i < values.length; i++) values[i]! += seen.values[i]!
    return { ...seen, channels: narrow.rows, values }
  }

  return {
    alphabet: weights.alphabet,

    read({ data, width, height: tall }) {
      const values = Float32Array.from(data, (value) => value / 127.5 - 1)
      const first = halved(stem[0], { width, height: tall, channels: 1, values })
      bend(first.values, first.values.length)
      let sheet = halved(stem[1], first)
      for (const block of blocks) sheet = through(sheet, block)
      const line = pooled(sheet)
      const steps = line.width
      let row = neighbours(line, along, 1).values
      bentHard(row)
      row = multiplied(mix, row, steps)
      bentHard(row)
      const all = multiplied(letters, multiplied(squeeze, row, steps), steps)
      // Rows were filled up for the product.
      const count = weights.alphabet.length
      const scores = new Float32Array(steps * count)
      for (let step = 0; step < steps; step++)
        scores.set(all.subarray(step * letters.rows, step * letters.rows + count), step * count)
      return { steps, scores }
    },
  }
}

/** Each channel by itself, with its neighbours. */
function neighbours(from: Sheet, { values: by, bias, across, down }: Places, step: number): Sheet {
  const { width, height, channels } = from
  const tall = Math.ceil(height / step)
  const values = new Float32Array(width * tall * channels)
  const [left, up] = [(across - 1) / 2, (down - 1) / 2]
  for (let y = 0; y < tall; y++)
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * channels
      for (let i = 0; i < channels; i++) values[to + i] = bias[i]!
      for (let py = 0; py < down; py++)
        for (let px = 0; px < across; px++) {
          const [ry, rx] = [y * step + py - up, x + px - left]
          if (ry < 0 || rx < 0 || ry >= height || rx >= width) continue
          const start = (ry * width + rx) * channels
          const place = (py * across + px) * channels
          for (let i = 0; i < channels; i++)
            values[to + i]! += by[place + i]! * from.values[start + i]!
        }
    }
  return { width, height: tall, channels, values }
}

/** Each channel as strong as the whole line says. */
function gated({ values, channels }: Sheet, [narrow, widen]: readonly [Dense, Dense]): void {
  const means = new Float32Array(channels)
  const pixels = values.length / channels
  for (let i = 0; i < values.length; i++) means[i % channels]! += values[i]! / pixels
  const few = product(narrow, means).map((value) => Math.max(0, value))
  const by = product(widen, few).map((value) => Math.max(0, Math.min(1, value / 6 + 0.5)))
  for (let i = 0; i < values.length; i++) values[i]! *= by[i % channels]!
}

function product({ rows, columns, values, bias }: Dense, from: Float32Array): Float32Array {
  return Float32Array.from({ length: rows }, (_, row) => {
    let sum = bias[row]!
    for (let i = 0; i < columns; i++) sum += values[row * columns + i]! * from[i]!
    return sum
  })
}

/** The whole height, and every two columns, as one step. */
function pooled({ width, height, channels, values }: Sheet): Sheet {
  const steps = Math.floor(width / 2)
  const out = new Float32Array(steps * channels)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < steps * 2; x++)
      for (let i = 0; i < channels; i++)
        out[(x >> 1) * channels + i]! += values[(y * width + x) * channels + i]! / (2 * height)
  return { width: steps, height: 1, channels, values: out }
}

/** Hard swish. */
function bentHard(x: Float32Array): void {
  for (let i = 0; i < x.length; i++) x[i]! *= Math.max(0, Math.min(1, x[i]! / 6 + 0.5))
}

interface ReadLine {
  text: string
  /** Of its least sure character: 0 to 1. */
  confidence: number
}

/**
 * Reads one line of print: a small convolutional network (PP-OCRv6, `ai-local/line-reader`), by
 * itself and without tesseract's habits, so that what both say alike is sure. It is given a cell of
 * a row and writes its characters, from left to right.
 * @param box whole pixels of the picture
 */
export type LineReader = (picture: GreyPicture, box: Box) => Promise<ReadLine>

/** Height that the network reads, in pixels. */
const HEIGHT = 48
/** What is longer is no cell of a row; the network's memory is made for it. */
const MOST_WIDTH = 2400
const LEAST_WIDTH = 16

/** @throws Error where the file is not its weights */
export function loadLineReader(path: string): LineReader {
  const { alphabet, read } = lineNetwork(readFileSync(path), HEIGHT, MOST_WIDTH)

  return async (picture, { x0, y0, x1, y1 }) => {
    const [width, height] = [x1 - x0, y1 - y0]
    if (width < 2 || height < 2) return { text: '', confidence: 0 }
    const wide = Math.round((width * HEIGHT) / height)
    const line = openGrey(picture)
      .extract({ left: x0, top: y0, width, height })
      .resize({
        width: Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, wide)),
        height: HEIGHT,
        fit: 'fill',
      })
    const { steps, scores } = read(await greyPixels(line))
    return spelled(alphabet, steps, scores)
  }
}

/** The surest character of each step; repeated ones are one, unless nothing stands between. */
function spelled(alphabet: readonly string[], steps: number, scores: Float32Array): ReadLine {
  let [text, confidence, before] = ['', 1, 0]
  for (let step = 0; step < steps; step++) {
    const from = step * alphabet.length
    let [best, sum] = [0, 0]
    for (let at = 1; at < alphabet.length; at++)
      if (scores[from + at]! > scores[from + best]!) best = at
    for (let at = 0; at < alphabet.length; at++)
      sum += Math.exp(scores[from + at]! - scores[from + best]!)
    if (best !== 0 && best !== before) {
      text += alphabet[best]!
      confidence = Math.min(confidence, 1 / sum)
    }
    before = best
  }
  return { text: text.trim(), confidence: text.trim() === '' ? 0 : confidence }
}
