import { type Constant, onnxConstants } from './onnx-constants.ts'
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
