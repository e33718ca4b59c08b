/**
 * Makes `ai-local/line-reader/reader.bin` from the ONNX file of PP-OCRv6's smallest recognizer and
 * its list of characters: `npx tsx bin/tools/generate/make-line-reader.ts rec.onnx dict.txt OUT`.
 * Batch norms are folded into what they follow, three equal colours into one, and only characters
 * that a Portuguese page holds are kept. By hand; no test and no program needs it.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const SIGNS = ' !"#$%&\'()*+,-./:;<=>?@[]^_{|}~°ºª²³±×÷≥≤≠µ–—·•“”‘’€§β½¼'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'ÁÂÃÀÉÊÍÓÔÕÚÜÇÑ'
const KEPT = new Set([
  ...SIGNS,
  ...'0123456789',
  ...LETTERS,
  ...LETTERS.toLowerCase(),
  ...ACCENTED,
  ...ACCENTED.toLowerCase(),
])
const EPSILON = 1e-5

interface Tensor {
  shape: number[]
  values: Float32Array
}
type Node = { type: string; inputs: string[] }

/** Fields of a protobuf message: number, and a whole number or bytes. */
function fieldsOf(bytes: Buffer): [field: number, value: number | Buffer][] {
  const fields: [number, number | Buffer][] = []
  let at = 0
  const whole = () => {
    let [value, shift] = [0, 1]
    for (;;) {
      const byte = bytes[at++]!
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
      shift *= 128
    }
  }
  while (at < bytes.length) {
    const key = whole()
    const [field, kind] = [key >>> 3, key & 7]
    if (kind === 0) fields.push([field, whole()])
    else {
      const length = kind === 2 ? whole() : kind === 5 ? 4 : 8
      fields.push([field, bytes.subarray(at, at + length)])
      at += length
    }
  }
  return fields
}

const bytesOf = (fields: ReturnType<typeof fieldsOf>, wanted: number) =>
  fields.flatMap(([field, value]) => (field === wanted && typeof value !== 'number' ? value : []))
const textsOf = (fields: ReturnType<typeof fieldsOf>, wanted: number) =>
  bytesOf(fields, wanted).map(String)

function readModel(file: Buffer) {
  const graph = fieldsOf(bytesOf(fieldsOf(file), 7)[0]!)
  const nodes = bytesOf(graph, 1).map((one): Node => {
    const fields = fieldsOf(one)
    return { type: textsOf(fields, 4)[0]!, inputs: textsOf(fields, 1) }
  })
  const tensors = new Map(
    bytesOf(graph, 5).map((one): [string, Tensor] => {
      const fields = fieldsOf(one)
      const raw = Buffer.concat([...bytesOf(fields, 9), ...bytesOf(fields, 4)])
      const values = new Float32Array(Uint8Array.from(raw).buffer, 0, raw.length >> 2)
      // Dimensions come one by one, or packed.
      const shape = fields.flatMap(([field, value]) =>
        field !== 1 ? [] : typeof value === 'number' ? value : [...value],
      )
      return [textsOf(fields, 8)[0]!, { shape, values }]
    }),
  )
  return { nodes, tensors }
}

/** Weights and biases in the order in which they are computed with. */
function layersOf({ nodes, tensors }: ReturnType<typeof readModel>): [Tensor, Float32Array][] {
  const layers: [Tensor, Float32Array][] = []
  for (const [at, { type, inputs }] of nodes.entries()) {
    if (type !== 'Conv' && type !== 'MatMul') continue
    const weights = tensors.get(inputs[1]!)!
    const next = nodes
      .slice(at + 1)
      .find((one) => one.type === 'BatchNormalization' || one.type === 'Add')!
    const [a, b, c, d] = next.inputs.flatMap((name) => tensors.get(name)?.values ?? [])
    if (next.type === 'Add') layers.push([weights, a!])
    else layers.push(normed(weights, { gain: a!, offset: b!, mean: c!, spread: d! }))
  }
  return layers
}

function normed(
  { shape, values }: Tensor,
  { gain, offset, mean, spread }: Record<'gain' | 'offset' | 'mean' | 'spread', Float32Array>,
): [Tensor, Float32Array] {
  const by = gain.map((one, row) => one / Math.sqrt(spread[row]! + EPSILON))
  const columns = values.length / by.length
  return [
    { shape, values: values.map((one, at) => one * by[Math.floor(at / columns)]!) },
    offset.map((one, row) => one - mean[row]! * by[row]!),
  ]
}

/** As `[to][place][from]`, so that the channels of a pixel are multiplied one behind the other. */
function placesFirst({ shape, values }: Tensor): Float32Array {
  const [to = 1, from = 1, ...sides] = shape
  const places = sides.reduce((product, side) => product * side, 1)
  const all = new Float32Array(values.length)
  for (let row = 0; row < to; row++)
    for (let place = 0; place < places; place++)
      for (let column = 0; column < from; column++)
        all[(row * places + place) * from + column] =
          values[(row * from + column) * places + place]!
  return all
}

/** A page is grey: its three colours are one. */
function grey({ shape: [to = 0], values }: Tensor): Float32Array {
  return Float32Array.from({ length: to * 9 }, (_, at) => {
    const first = Math.floor(at / 9) * 27 + (at % 9)
    return values[first]! + values[first + 9]! + values[first + 18]!
  })
}

function transposed({ shape: [from = 0, to = 0], values }: Tensor, kept?: readonly number[]) {
  const rows = kept ?? Array.from({ length: to }, (_, row) => row)
  return Float32Array.from({ length: rows.length * from }, (_, at) => {
    return values[(at % from) * to + rows[Math.floor(at / from)]!]!
  })
}

/** Of 16 bits; too small ones are 0. */
function half(value: number): number {
  const sign = value < 0 ? 0x8000 : 0
  const size = Math.abs(value)
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24)
  const exponent = Math.floor(Math.log2(size))
  const part = Math.round((size / 2 ** exponent - 1) * 1024)
  return sign | ((((exponent + 15) << 10) + part) & 0x7fff)
}

const [model, list, out] = process.argv.slice(2)
if (!model || !list || !out) throw new Error('usage: make-line-reader.ts rec.onnx dict.txt OUT')
const characters = ['', ...readFileSync(list, 'utf8').trimEnd().split(/\r?\n/), ' ']
const kept = characters.flatMap((one, at) => (at === 0 || KEPT.has(one) ? at : []))
const layers = layersOf(readModel(readFileSync(model)))
const [linear, last] = layers.slice(-2) as [[Tensor, Float32Array], [Tensor, Float32Array]]
const numbers = [
  ...layers
    .slice(0, -2)
    .flatMap(([weights, bias], at) => [at === 0 ? grey(weights) : placesFirst(weights), bias]),
  transposed(linear[0]),
  linear[1],
  transposed(last[0], kept),
  Float32Array.from(kept, (at) => last[1][at]!),
].flatMap((one) => [...one])
const header = Buffer.from(JSON.stringify({ alphabet: kept.map((at) => characters[at]!) }))
const start = Buffer.alloc(8)
start.write('LRD1')
// Numbers begin at an even place.
const padded = Buffer.concat([header, Buffer.alloc(header.length % 2, ' ')])
start.writeUInt32LE(padded.length, 4)
const body = Buffer.from(Uint16Array.from(numbers, half).buffer)
writeFileSync(out, Buffer.concat([start, padded, body]))
