/**
 * Sample-rate conversion by a polyphase windowed-sinc filter.
 *
 * Output sample n lies at input time n·M/L (both rates divided by their common divisor). Each of
 * the L phases is one set of taps: a sinc that ends below half of the smaller rate, under a Kaiser
 * window. What lies above would come back as sounds nobody made (aliases); it is down by more than
 * 70 dB. The group delay is taken out: speech keeps its time.
 */
export interface Resampler {
  /** As many output samples as `input` completes. */
  push(input: Float32Array): Float32Array
  /** What is left at the end. */
  flush(): Float32Array
}

/** Zero crossings of the sinc on each side. */
const HALF_WIDTH = 24
/** Stop band at about −75 dB. */
const KAISER_BETA = 7.5
/** Share of the smaller band that is kept whole; the rest is where the filter falls. */
const PASS = 0.9

/** @param fromHz a whole number */
export function resampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) return { push: (input) => input.slice(), flush: () => new Float32Array(0) }
  const divisor = greatestCommonDivisor(fromHz, toHz)
  const L = toHz / divisor
  const M = fromHz / divisor
  const scale = Math.max(1, fromHz / toHz)
  const half = Math.ceil(HALF_WIDTH * scale)
  const phases = makePhases(L, half, scale)

  // The input is seen as if `half` zeros stood before it: the first output sample is centred on the
  // first input.
  let window = new Float32Array(half)
  let windowStart = -half
  let produced = 0
  let received = 0

  function take(limit: number): Float32Array {
    const output: number[] = []
    for (;;) {
      const position = produced * M
      const centre = Math.floor(position / L)
      if (centre + half >= windowStart + window.length || centre >= limit) break
      output.push(dot(phases[position % L]!, window, centre - half + 1 - windowStart))
      produced++
    }
    const needed = Math.floor((produced * M) / L) - half + 1
    const drop = Math.max(0, Math.min(needed - windowStart, window.length))
    window = window.slice(drop)
    windowStart += drop
    return Float32Array.from(output)
  }

  function push(input: Float32Array): Float32Array {
    const joined = new Float32Array(window.length + input.length)
    joined.set(window)
    joined.set(input, window.length)
    window = joined
    received += input.length
    return take(Number.POSITIVE_INFINITY)
  }

  return {
    push,
    flush() {
      const end = received
      const joined = new Float32Array(window.length + 2 * half)
      joined.set(window)
      window = joined
      return take(end)
    },
  }
}

function makePhases(L: number, half: number, scale: number): Float32Array[] {
  const cutoff = PASS / scale
  const norm = bessel(KAISER_BETA)
  return Array.from({ length: L }, (_, phase) => {
    const fraction = phase / L
    const taps = new Float32Array(half * 2)
    let sum = 0
    for (let k = 0; k < taps.length; k++) {
      const t = k - half + 1 - fraction
      const x = t / half
      const window = Math.abs(x) < 1 ? bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / norm : 0
      taps[k] = cutoff * sinc(cutoff * t) * window
      sum += taps[k]!
    }
    // Every phase passes a constant exactly: no hum at the rate of the phases.
    return taps.map((tap) => tap / sum)
  })
}

function dot(taps: Float32Array, samples: Float32Array, from: number): number {
  let sum = 0
  for (let k = 0; k < taps.length; k++) sum += taps[k]! * samples[from + k]!
  return sum
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
