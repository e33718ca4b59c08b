/**
 * Reads the file of the sentence encoder: a header in JSON, then numbers, little-endian. Matrices
 * are in blocks of 32 numbers with four bits each and a scale of 16 bits (`q4`), or rows of eight
 * bits with a scale a row (`q8`).
 */
import { z } from 'zod'
import type { EncoderWeights, Layer, Matrix, Norm } from './encoder.ts'

const Header = z.object({
  width: z.number().int().positive(),
  heads: z.number().int().positive(),
  layers: z.number().int().positive(),
  pieces: z.array(z.string()),
  begin: z.number().int(),
  end: z.number().int(),
  unknown: z.number().int(),
  tensors: z.array(
    z.tuple([z.string(), z.enum(['f32', 'q4', 'q8']), z.array(z.number()), z.number(), z.number()]),
  ),
})

/** A layer of numbers on top of the vectors. */
export interface Dense {
  rows: number
  values: Float32Array
  bias: Float32Array
}

export interface SentenceEncoder {
  vocabulary: PieceVocabulary
  begin: number
  end: number
  weights: EncoderWeights
  pooled: Dense
  classes: Dense
}

const MAGIC = 'ENC1'
/** Numbers of a block, and its bytes. */
const BLOCK = 32
const BLOCK_BYTES = 18
/** Of a matrix's row as whole numbers, where blocks have scales of their own. */
const FINEST = 511

/** @throws Error where it is no such file */
export function readEncoder(file: Uint8Array): SentenceEncoder {
  const text = new TextDecoder()
  if (text.decode(file.subarray(0, 4)) !== MAGIC) throw new Error('not a sentence encoder')
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const start = 8 + view.getUint32(4, true)
  const header = Header.parse(JSON.parse(text.decode(file.subarray(8, start))))
  const found = new Map(header.tensors.map((each) => [each[0], each]))

  const get = (name: string) => {
    const [, kind, shape, offset, size] = found.get(name) ?? []
    if (offset === undefined) throw new Error(`the sentence encoder lacks ${name}`)
    const at = file.byteOffset + start + offset
    return { kind, shape: shape!, bytes: file.buffer.slice(at, at + size!) as ArrayBuffer }
  }
  const floats = (name: string) => new Float32Array(get(name).bytes)
  const norm = (name: string): Norm => ({
    weight: floats(`${name}.weight`),
    bias: floats(`${name}.bias`),
  })
  const matrix = (name: string): Matrix => {
    const { kind, shape, bytes } = get(name)
    const [rows = 0, columns = 0] = shape
    const bias = floats(`${name}.bias`)
    if (kind === 'q8') {
      const scales = new Float32Array(bytes, 0, rows)
      const values = Int16Array.from(new Int8Array(bytes, rows * 4))
      return { rows, columns, values, scales, bias }
    }
    return { rows, columns, ...wholeRows(bytes, rows, columns), bias }
  }
  const dense = (name: string): Dense => ({
    rows: get(name).shape[0]!,
    values: floats(name),
    bias: floats(`${name}.bias`),
  })
  const layer = (at: number): Layer => ({
    attend: matrix(`${at}.attend`),
    gather: matrix(`${at}.gather`),
    attended: norm(`${at}.attended`),
    widen: matrix(`${at}.widen`),
    narrow: matrix(`${at}.narrow`),
    narrowed: norm(`${at}.narrowed`),
  })
  const pieces = new DataView(get('pieces').bytes)
  const { width } = header
  return {
    vocabulary: { pieces: header.pieces, scores: floats('scores'), unknown: header.unknown },
    begin: header.begin,
    end: header.end,
    weights: {
      width,
      heads: header.heads,
      layers: Array.from({ length: header.layers }, (_, at) => layer(at)),
      pieceRow: (piece, into) => unpackBlocks(pieces, piece * (width / BLOCK), into),
      places: floats('places'),
      speakers: floats('speakers'),
      embedded: norm('embedded'),
    },
    pooled: dense('pooled'),
    classes: dense('classes'),
  }
}

function wholeRows(bytes: ArrayBuffer, rows: number, columns: number) {
  const view = new DataView(bytes)
  const values = new Int16Array(rows * columns)
  const scales = new Float32Array(rows)
  const row = new Float32Array(columns)
  for (let at = 0; at < rows; at++) {
    unpackBlocks(view, at * (columns / BLOCK), row)
    const most = row.reduce((a, b) => Math.max(a, Math.abs(b)), 0)
    scales[at] = most / FINEST
    for (let i = 0; i < columns; i++)
      values[at * columns + i] = most === 0 ? 0 : Math.round((row[i]! * FINEST) / most)
  }
  return { values, scales }
}

/** Fills `into`, from the block numbered `first` on. */
function unpackBlocks(view: DataView, first: number, into: Float32Array): void {
  for (let block = 0; block * BLOCK < into.length; block++) {
    const at = (first + block) * BLOCK_BYTES
    const scale = half(view.getUint16(at, true))
    for (let i = 0; i < BLOCK / 2; i++) {
      const both = view.getUint8(at + 2 + i)
      into[block * BLOCK + i] = ((both & 15) - 8) * scale
      into[block * BLOCK + BLOCK / 2 + i] = ((both >> 4) - 8) * scale
    }
  }
}

/** A number of 16 bits (IEEE 754 binary16). */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

interface PieceVocabulary {
  pieces: readonly string[]
  /** Logarithms of how likely each is. */
  scores: Float32Array
  /** What stands for a letter that no piece has. */
  unknown: number
}

/** What an unknown letter counts below the rarest piece. */
const UNKNOWN_COSTS = 10
const BEGINS = '\u2581'

/**
 * Cuts words into the pieces that the encoder knows: of all ways to write a word with pieces, the
 * likeliest (a unigram model, by the scores of its pieces). A word begins with "▁".
 *
 * The pieces of one word without spaces.
 */
export function pieceTokenizer({ pieces, scores, unknown }: PieceVocabulary) {
  const known = new Map(pieces.map((piece, at) => [piece, at]))
  const longest = pieces.reduce((most, { length }) => Math.max(most, length), 0)
  const rarest = scores.reduce((least, each) => Math.min(least, each), 0) - UNKNOWN_COSTS

  return (word: string): number[] => {
    const letters = BEGINS + word.normalize('NFKC')
    const { length } = letters
    const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY)
    const from = new Int32Array(length + 1)
    const by = new Int32Array(length + 1)
    best[0] = 0
    const offer = (start: number, end: number, piece: number, score: number) => {
      if (best[start]! + score <= best[end]!) return
      best[end] = best[start]! + score
      from[end] = start
      by[end] = piece
    }
    for (let start = 0; start < length; start++) {
      for (let end = start + 1; end <= Math.min(length, start + longest); end++) {
        const piece = known.get(letters.slice(start, end))
        if (piece !== undefined) offer(start, end, piece, scores[piece]!)
      }
      offer(start, start + 1, unknown, rarest)
    }
    const found: number[] = []
    for (let end = length; end > 0; end = from[end]!) found.push(by[end]!)
    return found.reverse()
  }
}
