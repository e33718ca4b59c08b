/**
 * GSM 06.10 full rate (ETSI EN 300 961) as WAV packs it: 65 bytes hold two frames of 260 bits,
 * lowest bit first. Integer arithmetic as the standard demands it.
 */
import type { PacketDecoder, TrackInfo } from '../sound.ts'

const BLOCK_BYTES = 65
const AREA_BITS = [6, 6, 5, 5, 4, 4, 3, 3]

export function gsmDecoder({ sampleRateHz }: TrackInfo): PacketDecoder {
  const synthesize = gsmSynthesis()
  return {
    async decode(packet) {
      const samples: number[] = []
      for (let at = 0; at + BLOCK_BYTES <= packet.length; at += BLOCK_BYTES) {
        const take = bitReader(packet.subarray(at, at + BLOCK_BYTES))
        for (let half = 0; half < 2; half++) samples.push(...synthesize(readFrame(take)))
      }
      return [{ channels: [Float32Array.from(samples, (one) => one / 32_768)], sampleRateHz }]
    },
    flush: async () => [],
  }
}

function readFrame(take: (bits: number) => number): GsmFrame {
  const areas = AREA_BITS.map(take)
  const parts = Array.from({ length: 4 }, () => ({
    lag: take(7),
    gain: take(2),
    grid: take(2),
    peak: take(6),
    pulses: Array.from({ length: 13 }, () => take(3)),
  }))
  return { areas, parts }
}

function bitReader(bytes: Uint8Array): (bits: number) => number {
  let at = 0
  return (bits) => {
    let value = 0
    for (let i = 0; i < bits; i++, at++) value |= ((bytes[at >> 3]! >> (at & 7)) & 1) << i
    return value
  }
}

interface GsmFrame {
  /** Eight coded log-area ratios. */
  areas: number[]
  /** Four, of 40 samples each. */
  parts: { lag: number; gain: number; grid: number; peak: number; pulses: number[] }[]
}

/** Table 5.1: what was subtracted, the lowest code, and the inverse of the scale. */
const AREAS = [
  [0, -32, 13_107],
  [0, -32, 13_107],
  [2048, -16, 13_107],
  [-2560, -16, 13_107],
  [94, -8, 19_223],
  [-1792, -8, 17_476],
  [-341, -4, 31_454],
  [-1144, -4, 29_708],
] as const
const GAINS = [3277, 11_469, 21_299, 32_767]
const MANTISSAS = [18_431, 20_479, 22_527, 24_575, 26_623, 28_671, 30_719, 32_767]
const PART = 40
const MEMORY = 120
const EMPHASIS = 28_180

/**
 * From the numbers of a GSM 06.10 frame to its 160 samples (ETSI EN 300 961 §5.3).
 *
 * One per stream: it remembers.
 */
function gsmSynthesis(): (frame: GsmFrame) => number[] {
  const residual = new Int16Array(MEMORY + 4 * PART)
  const lattice = new Array<number>(9).fill(0)
  let lag = PART
  let before = new Array<number>(8).fill(0)
  let emphasized = 0

  function excite(parts: GsmFrame['parts']) {
    residual.copyWithin(0, 4 * PART)
    for (const [i, part] of parts.entries()) {
      const start = MEMORY + i * PART
      const pulses = pulsesOf(part)
      if (part.lag >= 40 && part.lag <= 120) lag = part.lag
      for (let k = 0; k < PART; k++) {
        const echo = multiplied(GAINS[part.gain]!, residual[start + k - lag]!)
        residual[start + k] = clipped(pulses[k]! + echo)
      }
    }
  }

  function filter(sample: number, reflections: readonly number[]): number {
    let value = sample
    for (let i = 7; i >= 0; i--) {
      value = clipped(value - multiplied(reflections[i]!, lattice[i]!))
      lattice[i + 1] = clipped(lattice[i]! + multiplied(reflections[i]!, value))
    }
    lattice[0] = value
    return value
  }

  return ({ areas, parts }) => {
    excite(parts)
    const now = areas.map(decodeArea)
    const output: number[] = []
    for (const { from, to, mix } of STRETCHES) {
      const reflections = now.map((area, i) => reflectionOf(mix(before[i]!, area)))
      for (let k = from; k < to; k++) {
        const sample = filter(residual[MEMORY + k]!, reflections)
        emphasized = clipped(sample + multiplied(emphasized, EMPHASIS))
        output.push(clipped(emphasized * 2) & ~7)
      }
    }
    before = now
    return output
  }
}

/** §5.3.2: from the areas of the frame before to those of this one. */
const STRETCHES: { from: number; to: number; mix(before: number, now: number): number }[] = [
  { from: 0, to: 13, mix: (b, n) => clipped(clipped((b >> 2) + (n >> 2)) + (b >> 1)) },
  { from: 13, to: 27, mix: (b, n) => clipped((b >> 1) + (n >> 1)) },
  { from: 27, to: 40, mix: (b, n) => clipped(clipped((b >> 2) + (n >> 2)) + (n >> 1)) },
  { from: 40, to: 160, mix: (_, n) => n },
]

function decodeArea(code: number, i: number): number {
  const [subtracted, lowest, inverse] = AREAS[i]!
  const scaled = clipped(((code + lowest) << 10) - subtracted * 2)
  return clipped(multiplied(inverse, scaled) * 2)
}

function reflectionOf(area: number): number {
  const size = Math.min(32_767, Math.abs(area))
  const value =
    size < 11_059 ? size << 1 : size < 20_070 ? size + 11_059 : clipped((size >> 2) + 26_112)
  return area < 0 ? -value : value
}

/** §5.3.1: thirteen pulses of one grid of the forty samples. */
function pulsesOf({ grid, peak, pulses }: GsmFrame['parts'][number]): Int16Array {
  let exponent = peak > 15 ? (peak >> 3) - 1 : 0
  let mantissa = peak - (exponent << 3)
  if (mantissa === 0) {
    exponent = -4
    mantissa = 7
  } else {
    while (mantissa <= 7) {
      mantissa = (mantissa << 1) | 1
      exponent--
    }
    mantissa -= 8
  }
  const shift = 6 - exponent
  const rounding = shift > 0 ? 1 << (shift - 1) : 0
  const samples = new Int16Array(PART)
  for (const [i, pulse] of pulses.entries()) {
    const scaled = multiplied(MANTISSAS[mantissa]!, ((pulse << 1) - 7) << 12)
    samples[grid + 3 * i] = clipped(scaled + rounding) >> shift
  }
  return samples
}

/** The standard's rounded product of two numbers of 16 bits. */
function multiplied(a: number, b: number): number {
  return Math.min(32_767, (a * b + 16_384) >> 15)
}

function clipped(value: number): number {
  return Math.max(-32_768, Math.min(32_767, value))
}
