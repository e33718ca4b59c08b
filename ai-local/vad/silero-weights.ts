import { BINS, WINDOW_SAMPLES } from './spectrum.ts'

export const HIDDEN = 128

export interface Layer {
  rows: number
  columns: number
  /** Row by row. */
  weight: Float32Array
  bias: Float32Array
}

export interface SileroWeights {
  /** Window of the Fourier transform. */
  window: Float32Array
  /** Rows hold the columns of three steps after each other, each padded to `step`. */
  encoder: [Layer, Layer, Layer, Layer]
  /** Four gates of the LSTM cell; the columns are the input and the hidden state. */
  gates: Layer
  /** The last row: from the hidden state to the answer. */
  answer: { weight: Float32Array; bias: number }
}

/** The spectrum's 129 columns, padded for the multiplication. */
export const SPECTRUM_STEP = 144

/** Weights of Silero 5 and 6 for 16 kHz. @throws when the file holds something else */
export function readSileroWeights(onnxFile: Uint8Array): SileroWeights {
  const constants = onnxConstants(onnxFile)
  // The file holds two networks with the same names, for 8 and 16 kHz: ours has the wider
  // transform.
  const basis = constants.get('stft.forward_basis_buffer') ?? []
  const branch = basis.findIndex(({ dims }) => dims[0] === 2 * BINS)
  const pick = (name: string, ...dims: number[]): Float32Array => {
    const found: Constant | undefined = constants.get(name)?.[branch]
    if (found?.dims.join() === dims.join()) return found.values
    throw new Error(`not a Silero model for 16 kHz: ${name}`)
  }
  const convolution = (i: number, rows: number, inputs: number, step: number): Layer => ({
    rows,
    columns: 3 * step,
    bias: pick(`encoder.${i}.reparam_conv.bias`, rows),
    weight: byStep(pick(`encoder.${i}.reparam_conv.weight`, rows, inputs, 3), rows, inputs, step),
  })
  const last = convolution(3, HIDDEN, 64, 64)
  const inputBias = pick('decoder.rnn.bias_ih', 4 * HIDDEN)
  const hiddenBias = pick('decoder.rnn.bias_hh', 4 * HIDDEN)
  const inputWeight = pick('decoder.rnn.weight_ih', 4 * HIDDEN, HIDDEN)
  const hiddenWeight = pick('decoder.rnn.weight_hh', 4 * HIDDEN, HIDDEN)
  return {
    // The transform's zeroth row is a cosine of frequency zero: the window itself.
    window: pick('stft.forward_basis_buffer', 2 * BINS, 1, WINDOW_SAMPLES).slice(0, WINDOW_SAMPLES),
    encoder: [
      convolution(0, 128, BINS, SPECTRUM_STEP),
      convolution(1, 64, 128, 128),
      convolution(2, 64, 64, 64),
      // It sees a single step: the two beside it are padding.
      { ...last, columns: 64, weight: columnsOf(last, 64, 128) },
    ],
    gates: {
      rows: 4 * HIDDEN,
      columns: 2 * HIDDEN,
      weight: sideBySide(inputWeight, hiddenWeight),
      bias: inputBias.map((bias, i) => bias + hiddenBias[i]!),
    },
    answer: {
      weight: pick('decoder.decoder.2.weight', 1, HIDDEN, 1),
      bias: pick('decoder.decoder.2.bias', 1)[0]!,
    },
  }
}

/** From [row][input][step] to [row][step][input, padded]. */
function byStep(weight: Float32Array, rows: number, inputs: number, step: number): Float32Array {
  const out = new Float32Array(rows * 3 * step)
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < inputs; i++) {
      for (let k = 0; k < 3; k++)
        out[(row * 3 + k) * step + i] = weight[(row * inputs + i) * 3 + k]!
    }
  }
  return out
}

function columnsOf({ rows, columns, weight }: Layer, from: number, to: number): Float32Array {
  const out = new Float32Array(rows * (to - from))
  for (let row = 0; row < rows; row++) {
    out.set(weight.subarray(row * columns + from, row * columns + to), row * (to - from))
  }
  return out
}

function sideBySide(left: Float32Array, right: Float32Array): Float32Array {
  const out = new Float32Array(left.length + right.length)
  for (let row = 0; row * HIDDEN < left.length; row++) {
    out.set(left.subarray(row * HIDDEN, (row + 1) * HIDDEN), row * 2 * HIDDEN)
    out.set(right.subarray(row * HIDDEN, (row + 1) * HIDDEN), row * 2 * HIDDEN + HIDDEN)
  }
  return out
}

interface Constant {
  dims: number[]
  values: Float32Array
}

/**
 * The constants of an ONNX file, by name. Only what the voice-activity weights need of the format:
 * a walk through the protobuf to every `Constant` node, those inside the branches of an `If`
 * included.
 *
 * Float constants of the graph and its branches. Names repeat between branches: the last part after
 * `__` is kept in a list.
 */
export function onnxConstants(file: Uint8Array): Map<string, Constant[]> {
  const found = new Map<string, Constant[]>()
  for (const [field, value] of messageFields(file)) {
    if (field === MODEL_GRAPH) walkGraph(bytes(value), found)
  }
  return found
}

const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const NODE_OUTPUT = 2
const NODE_TYPE = 4
const NODE_ATTRIBUTE = 5
const ATTRIBUTE_TENSOR = 5
const ATTRIBUTE_GRAPH = 6
const TENSOR_DIMS = 1
const TENSOR_TYPE = 2
const TENSOR_RAW = 9
const FLOAT32 = 1

type Field = [number: number, value: bigint | Uint8Array]

function walkGraph(graph: Uint8Array, found: Map<string, Constant[]>) {
  for (const [field, value] of messageFields(graph)) {
    if (field === GRAPH_NODE) walkNode(bytes(value), found)
  }
}

function walkNode(node: Uint8Array, found: Map<string, Constant[]>) {
  let output = ''
  let type = ''
  const attributes: Uint8Array[] = []
  for (const [field, value] of messageFields(node)) {
    if (field === NODE_OUTPUT) output = text(bytes(value))
    if (field === NODE_TYPE) type = text(bytes(value))
    if (field === NODE_ATTRIBUTE) attributes.push(bytes(value))
  }
  for (const attribute of attributes) {
    for (const [field, value] of messageFields(attribute)) {
      if (field === ATTRIBUTE_GRAPH) walkGraph(bytes(value), found)
      if (field !== ATTRIBUTE_TENSOR || type !== 'Constant') continue
      const constant = floatTensor(bytes(value))
      const name = output.split('__').at(-1) ?? output
      if (constant) found.set(name, [...(found.get(name) ?? []), constant])
    }
  }
}

function floatTensor(tensor: Uint8Array): Constant | null {
  const dims: number[] = []
  let type = 0
  let raw: Uint8Array | null = null
  for (const [field, value] of messageFields(tensor)) {
    if (field === TENSOR_DIMS)
      dims.push(...(typeof value === 'bigint' ? [Number(value)] : packed(value)))
    if (field === TENSOR_TYPE) type = Number(value)
    if (field === TENSOR_RAW) raw = bytes(value)
  }
  if (type !== FLOAT32 || !raw) return null
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  const values = Float32Array.from({ length: raw.byteLength / 4 }, (_, i) =>
    view.getFloat32(i * 4, true),
  )
  return { dims, values }
}

function* messageFields(message: Uint8Array): Generator<Field> {
  const at = { offset: 0 }
  while (at.offset < message.length) {
    const key = Number(varint(message, at))
    const field = key >> 3
    const wire = key & 7
    if (wire === 0) yield [field, varint(message, at)]
    else {
      const length =
        wire === 2 ? Number(varint(message, at)) : wire === 1 ? 8 : wire === 5 ? 4 : NaN
      if (!(at.offset + length <= message.length)) throw new Error('not an ONNX file')
      yield [field, message.subarray(at.offset, at.offset + length)]
      at.offset += length
    }
  }
}

function varint(message: Uint8Array, at: { offset: number }): bigint {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = message[at.offset++]
    if (byte === undefined) break
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
  throw new Error('not an ONNX file')
}

function packed(list: Uint8Array): number[] {
  const at = { offset: 0 }
  const numbers: number[] = []
  while (at.offset < list.length) numbers.push(Number(varint(list, at)))
  return numbers
}

function bytes(value: bigint | Uint8Array): Uint8Array {
  if (typeof value === 'bigint') throw new Error('not an ONNX file')
  return value
}

function text(value: Uint8Array): string {
  return new TextDecoder().decode(value)
}
