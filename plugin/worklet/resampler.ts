/**
 * From the sound card's rate to 16 kHz, block after block, without clicks at the seams and without
 * drift: a polyphase windowed-sinc low-pass (Kaiser, about 70 dB), flat to 7.2 kHz and closed at 8
 * kHz, so that nothing above folds into speech. The output lags by half the filter (under 3 ms).
 */
const TARGET_HZ = 16_000
const KAISER_BETA = 7
/** Width of the slope as a part of the lower rate; 0.05 of 16 kHz is 800 Hz. */
const SLOPE = 0.05

export interface Resampler {
  /** Samples of any length in, what they complete out. */
  push(input: Float32Array): Float32Array
  /**
   * Another one that from here on completes as many samples from as many; before it there was
   * silence.
   */
  twin(): Resampler
}

export function resampler(inputHz: number, outputHz = TARGET_HZ): Resampler {
  if (inputHz === outputHz) return passing()
  const divisor = greatestCommonDivisor(inputHz, outputHz)
  const phases = outputHz / divisor
  const step = inputHz / divisor
  const filter = { ...designFilter(inputHz, outputHz, phases), phases, step }
  return filtering(filter, filter.half - 1, 0)
}

function passing(): Resampler {
  return { push: (input) => input.slice(), twin: passing }
}

interface Filter {
  taps: number
  table: Float32Array
  phases: number
  step: number
}

/**
 * @param heldLength how much silence comes before the first sample
 * @param start of the next output, in 1/phases of an input sample
 */
function filtering(filter: Filter, heldLength: number, start: number): Resampler {
  const { taps, table, phases, step } = filter
  // What the next outputs still need.
  let held = new Float32Array(heldLength)
  let position = start

  return {
    twin: () => filtering(filter, held.length, position),
    push(input) {
      const samples = new Float32Array(held.length + input.length)
      samples.set(held)
      samples.set(input, held.length)
      const output: number[] = []
      for (;;) {
        const first = Math.floor(position / phases)
        if (first + taps > samples.length) break
        const coefficients = (position % phases) * taps
        let sum = 0
        for (let k = 0; k < taps; k++) sum += table[coefficients + k]! * samples[first + k]!
        output.push(sum)
        position += step
      }
      const spent = Math.min(Math.floor(position / phases), samples.length)
      held = samples.slice(spent)
      position -= spent * phases
      return Float32Array.from(output)
    },
  }
}

/** One row of `taps` coefficients per phase; each row sums to 1. */
function designFilter(inputHz: number, outputHz: number, phases: number) {
  const lowerHz = Math.min(inputHz, outputHz)
  const slope = (SLOPE * lowerHz) / inputHz
  const cutoff = (0.5 * lowerHz) / inputHz - slope / 2
  const half = Math.ceil((70 - 8) / (2.285 * 2 * Math.PI * slope) / 2) + 1
  const taps = half * 2
  const table = new Float32Array(phases * taps)
  for (let phase = 0; phase < phases; phase++) {
    const row = table.subarray(phase * taps, (phase + 1) * taps)
    let sum = 0
    for (let k = 0; k < taps; k++) {
      const distance = k - (half - 1) - phase / phases
      row[k] = sinc(2 * cutoff * distance) * kaiser(distance / half)
      sum += row[k]!
    }
    for (let k = 0; k < taps; k++) row[k]! /= sum
  }
  return { taps, half, table }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** `x` from -1 to 1. */
function kaiser(x: number): number {
  return Math.abs(x) > 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA)
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; k < 30; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
