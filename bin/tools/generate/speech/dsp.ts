/** Signal processing on samples from −1 to 1 at 16 kHz. */
import { resampler } from '../../../../ai-local/audio/resample.ts'

export const RATE_HZ = 16_000

/** Numbers from −1 to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  const convert = resampler(fromHz, toHz)
  return joined([convert.push(samples), convert.flush()])
}

export function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Adds `added` to `samples` from a place on; what lies outside is left out. */
export function mixIn(samples: Float32Array, added: Float32Array, at = 0, gain = 1) {
  const from = Math.max(0, -at)
  const to = Math.min(added.length, samples.length - at)
  for (let i = from; i < to; i++) samples[at + i]! += gain * added[i]!
}

/** Mean square. */
export function powerOf(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += samples[i]! ** 2
  return sum / Math.max(1, to - from)
}

/** Factor of an amplitude. */
export function fromDb(db: number): number {
  return 10 ** (db / 20)
}

/** Linear-phase band-pass filter; its delay is taken out. */
export function bandPass(samples: Float32Array, lowHz: number, highHz: number): Float32Array {
  const half = 255
  const [low, high] = [lowHz / RATE_HZ, highHz / RATE_HZ]
  const taps = Float32Array.from({ length: 2 * half + 1 }, (_, i) => {
    const n = i - half
    const ideal =
      n === 0
        ? 2 * (high - low)
        : (Math.sin(2 * Math.PI * high * n) - Math.sin(2 * Math.PI * low * n)) / (Math.PI * n)
    return ideal * (0.54 + 0.46 * Math.cos((Math.PI * n) / half))
  })
  return convolve(samples, taps).subarray(half, half + samples.length)
}

/** G.711 µ-law to 8 bits and back. */
export function throughMuLaw(samples: Float32Array): Float32Array {
  const mu = 255
  return samples.map((sample) => {
    const level = Math.min(1, Math.abs(sample))
    const code = Math.round((127 * Math.log1p(mu * level)) / Math.log1p(mu))
    return Math.sign(sample) * (((1 + mu) ** (code / 127) - 1) / mu)
  })
}

/** Linear convolution by overlap-add: `samples.length + kernel.length − 1` samples. */
export function convolve(samples: Float32Array, kernel: Float32Array): Float32Array {
  const size = 2 ** Math.ceil(Math.log2(4 * kernel.length))
  const step = size - kernel.length + 1
  const filter = spectrumOf(kernel, size)
  const result = new Float32Array(samples.length + kernel.length - 1)
  for (let at = 0; at < samples.length; at += step) {
    const block = spectrumOf(samples.subarray(at, at + step), size)
    multiply(block, filter)
    transform(block.re, block.im, true)
    mixIn(result, Float32Array.from(block.re), at)
  }
  return result
}

interface Spectrum {
  re: Float64Array
  im: Float64Array
}

function spectrumOf(samples: Float32Array, size: number): Spectrum {
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  re.set(samples)
  transform(re, im, false)
  return { re, im }
}

function multiply(a: Spectrum, b: Spectrum) {
  for (let i = 0; i < a.re.length; i++) {
    const [re, im] = [a.re[i]!, a.im[i]!]
    a.re[i] = re * b.re[i]! - im * b.im[i]!
    a.im[i] = re * b.im[i]! + im * b.re[i]!
  }
}

/** Radix-2 Fourier transform in place. */
function transform(re: Float64Array, im: Float64Array, inverse: boolean) {
  const size = re.length
  reorder(re, im)
  for (let width = 2; width <= size; width *= 2) {
    const angle = ((inverse ? 2 : -2) * Math.PI) / width
    for (let k = 0; k < width / 2; k++) {
      const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)]
      for (let low = k; low < size; low += width) {
        const high = low + width / 2
        const [x, y] = [re[high]! * c - im[high]! * s, re[high]! * s + im[high]! * c]
        re[high] = re[low]! - x
        im[high] = im[low]! - y
        re[low]! += x
        im[low]! += y
      }
    }
  }
  if (inverse) for (let i = 0; i < size; i++) re[i]! /= size
}

function reorder(re: Float64Array, im: Float64Array) {
  for (let i = 1, j = 0; i < re.length; i++) {
    let bit = re.length >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) for (const part of [re, im]) [part[i], part[j]] = [part[j]!, part[i]!]
  }
}
