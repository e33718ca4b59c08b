/**
 * Silero voice activity detection (16 kHz, versions 5 and 6), computed here: a short-time Fourier
 * transform, four small convolutions and one LSTM cell, 0.4 million multiplications for 32 ms of
 * sound. An ONNX runtime would weigh 40 to 100 MB for that, and a native one would need a binary
 * per platform.
 *
 * Each frame of 512 samples is seen together with the 64 samples before it and 64 mirrored after
 * it: four windows of 256 samples, 128 apart. The weights come from the ONNX file of the npm
 * package @ricky0123/vad-web.
 */
import { multiplier } from './multiply.ts'
import { HIDDEN, type Layer, readSileroWeights, SPECTRUM_STEP } from './silero-weights.ts'
import { HOP_SAMPLES, magnitudes } from './spectrum.ts'

export const VAD_FRAME_SAMPLES = 512

/** The state of one audio stream. */
export interface SileroStream {
  /** Probability of speech, 0 to 1. @param frame exactly 512 samples, -1 to 1 */
  next(frame: Float32Array): number
}

const CONTEXT = 64

/**
 * Reads the weights once; streams share them. @throws when the file is not a Silero model for 16
 * kHz
 */
export function sileroModel(onnxFile: Uint8Array): { stream(): SileroStream } {
  const network = openNetwork(onnxFile)

  return {
    stream() {
      const input = new Float32Array(CONTEXT + VAD_FRAME_SAMPLES + CONTEXT)
      const hidden = new Float32Array(HIDDEN)
      const cell = new Float32Array(HIDDEN)

      return {
        next(frame) {
          input.copyWithin(0, VAD_FRAME_SAMPLES, VAD_FRAME_SAMPLES + CONTEXT)
          input.set(frame, CONTEXT)
          const end = CONTEXT + VAD_FRAME_SAMPLES
          for (let i = 0; i < CONTEXT; i++) input[end + i] = input[end - 2 - i]!
          return network(input, hidden, cell)
        },
      }
    },
  }
}

type Network = (input: Float32Array, hidden: Float32Array, cell: Float32Array) => number

/** The network over one frame; `hidden` and `cell` are changed in place. */
function openNetwork(onnxFile: Uint8Array): Network {
  const { window, encoder, gates, answer } = readSileroWeights(onnxFile)
  const layers = [...encoder, gates]
  const floats = layers.reduce((sum, { weight }) => sum + weight.length, WORKSPACE_FLOATS)
  const { memory, multiply } = multiplier(floats * 4)
  let used = 0
  const place = (length: number) => {
    const view = new Float32Array(memory.buffer, used, length)
    used += length * 4
    return view
  }

  const apply = ({ rows, columns, weight, bias }: Layer) => {
    const own = place(weight.length)
    own.set(weight)
    return (input: Float32Array, output: Float32Array) => {
      output.set(bias)
      multiply(own.byteOffset, input.byteOffset, output.byteOffset, rows, columns)
    }
  }
  const [first, second, third, fourth] = encoder.map(apply)
  const gate = apply(gates)

  // Steps lie one after the other with a silent one before (and after) them: what a convolution
  // pads with.
  const spectrum = place(6 * SPECTRUM_STEP)
  const wide = place(5 * 128)
  const narrow = place(3 * 64)
  const single = place(64)
  const state = place(2 * HIDDEN)
  const sums = place(4 * HIDDEN)
  const steps = (view: Float32Array, size: number) =>
    Array.from({ length: view.length / size }, (_, i) => view.subarray(i * size, (i + 1) * size))
  const spectra = steps(spectrum, SPECTRUM_STEP)
  const wides = steps(wide, 128)
  const narrows = steps(narrow, 64)
  const features = state.subarray(0, HIDDEN)
  const memoryOfSpeech = state.subarray(HIDDEN)
  const look = magnitudes(window)

  return (input, hidden, cell) => {
    look(input, 0, spectra[1]!, spectra[2]!)
    look(input, 2 * HOP_SAMPLES, spectra[3]!, spectra[4]!)
    for (let t = 0; t < 4; t++) first!(spectra[t]!, wides[t + 1]!)
    rectify(wide)
    for (let t = 0; t < 2; t++) second!(wides[2 * t]!, narrows[t + 1]!)
    rectify(narrow)
    third!(narrow, single)
    rectify(single)
    fourth!(single, features)
    rectify(features)
    memoryOfSpeech.set(hidden)
    gate(state, sums)
    remember(sums, hidden, cell)
    return decide(hidden, answer)
  }
}

/** Activations of one frame; see `openNetwork`. */
const WORKSPACE_FLOATS = 6 * SPECTRUM_STEP + 5 * 128 + 3 * 64 + 64 + 6 * HIDDEN

function rectify(values: Float32Array) {
  for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = 0
}

/** One LSTM step. */
function remember(sums: Float32Array, hidden: Float32Array, cell: Float32Array) {
  for (let i = 0; i < HIDDEN; i++) {
    const input = sigmoid(sums[i]!)
    const forget = sigmoid(sums[HIDDEN + i]!)
    const candidate = Math.tanh(sums[2 * HIDDEN + i]!)
    const output = sigmoid(sums[3 * HIDDEN + i]!)
    const next = forget * cell[i]! + input * candidate
    cell[i] = next
    hidden[i] = output * Math.tanh(next)
  }
}

function decide(hidden: Float32Array, { weight, bias }: { weight: Float32Array; bias: number }) {
  let logit = bias
  for (let i = 0; i < HIDDEN; i++) if (hidden[i]! > 0) logit += weight[i]! * hidden[i]!
  return sigmoid(logit)
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
