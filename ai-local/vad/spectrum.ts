/** Windows of the network's short-time Fourier transform. */
export const WINDOW_SAMPLES = 256
export const HOP_SAMPLES = 128
export const BINS = 129

/**
 * Magnitudes of windows of 256 samples, 128 apart, two at a time: two real windows in one complex
 * transform.
 * @param window the weights of a window's samples
 * @returns write: puts the magnitudes of the two windows at `first` and `first + 128` of `input`
 * into `even` and `odd`
 */
export function magnitudes(
  window: Float32Array,
): (input: Float32Array, first: number, even: Float32Array, odd: Float32Array) => void {
  const transform = complexTransform(WINDOW_SAMPLES)
  const re = new Float64Array(WINDOW_SAMPLES)
  const im = new Float64Array(WINDOW_SAMPLES)

  return (input, first, even, odd) => {
    for (let i = 0; i < WINDOW_SAMPLES; i++) {
      re[i] = input[first + i]! * window[i]!
      im[i] = input[first + HOP_SAMPLES + i]! * window[i]!
    }
    transform(re, im)
    for (let bin = 0; bin < BINS; bin++) {
      const mirror = (WINDOW_SAMPLES - bin) & (WINDOW_SAMPLES - 1)
      const evenRe = re[bin]! + re[mirror]!
      const evenIm = im[bin]! - im[mirror]!
      const oddRe = im[bin]! + im[mirror]!
      const oddIm = re[mirror]! - re[bin]!
      even[bin] = Math.sqrt(evenRe * evenRe + evenIm * evenIm) / 2
      odd[bin] = Math.sqrt(oddRe * oddRe + oddIm * oddIm) / 2
    }
  }
}

/** In place, radix 2. */
function complexTransform(size: number): (re: Float64Array, im: Float64Array) => void {
  const cos = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size))
  const sin = Float64Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size))
  const reversed = bitReversal(size)

  return (re, im) => {
    for (let i = 0; i < size; i++) {
      const j = reversed[i]!
      if (j > i) {
        swap(re, i, j)
        swap(im, i, j)
      }
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half)
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const a = start + k
          const b = a + half
          const c = cos[k * stride]!
          const s = sin[k * stride]!
          const tRe = re[b]! * c - im[b]! * s
          const tIm = re[b]! * s + im[b]! * c
          re[b] = re[a]! - tRe
          im[b] = im[a]! - tIm
          re[a] = re[a]! + tRe
          im[a] = im[a]! + tIm
        }
      }
    }
  }
}

function bitReversal(size: number): Uint16Array {
  const bits = Math.log2(size)
  return Uint16Array.from({ length: size }, (_, i) => {
    let out = 0
    for (let b = 0; b < bits; b++) out |= ((i >> b) & 1) << (bits - 1 - b)
    return out
  })
}

function swap(list: Float64Array, i: number, j: number) {
  const kept = list[i]!
  list[i] = list[j]!
  list[j] = kept
}
