/**
 * ALAC, Apple's lossless codec, by its published reference ("Apple Lossless Format", 2011): each
 * packet holds one or two channels, whose residuals are Rice codes of an adapting length.
 */
import type { PacketDecoder, TrackInfo } from '../sound.ts'

interface Prediction {
  /** Width of a sample, in bits. */
  width: number
  /** Adapted while it runs; null: each sample leads to the next. */
  weights: Int32Array | null
  shift: number
}

/** From residuals to samples: each stands beside what the ones before it lead to. */
function predict(residuals: Int32Array, { width, weights, shift }: Prediction): Int32Array {
  const unused = 32 - width
  const fitted = (value: number) => (value << unused) >> unused
  const order = weights?.length ?? 31
  const samples = Int32Array.from(residuals)
  if (weights && order === 0) return samples
  const isPlain = !weights || order === 31
  const warm = isPlain ? samples.length : Math.min(order + 1, samples.length)
  for (let i = 1; i < warm; i++) samples[i] = fitted(samples[i - 1]! + residuals[i]!)
  if (isPlain) return samples

  const rounding = shift > 0 ? 1 << (shift - 1) : 0
  for (let i = order + 1; i < samples.length; i++) {
    const base = samples[i - order - 1]!
    const first = i - order
    let sum = 0
    for (let j = 0; j < order; j++) sum += (samples[first + j]! - base) * weights[j]!
    let residual = residuals[i]!
    samples[i] = fitted(((sum + rounding) >> shift) + base + residual)
    const sign = Math.sign(residual)
    for (let j = 0; j < order && residual * sign > 0; j++) {
      const difference = base - samples[first + j]!
      const turn = Math.sign(difference) * sign
      weights[j]! -= turn
      residual -= ((difference * turn) >> shift) * (j + 1)
    }
  }
  return samples
}

/** Reads numbers of up to 32 bits, highest bit first. Behind the end of the bytes it throws. */
interface BitReader {
  take(bits: number): number
  /** Zeros behind the end. */
  peek(bits: number): number
  skip(bits: number): void
}

function bitReader(bytes: Uint8Array): BitReader {
  let at = 0

  function peek(bits: number): number {
    let value = 0
    for (let left = bits, from = at; left > 0; ) {
      const inByte = Math.min(left, 8 - (from & 7))
      const byte = bytes[from >> 3] ?? 0
      value = value * 2 ** inByte + ((byte >> (8 - (from & 7) - inByte)) & ((1 << inByte) - 1))
      from += inByte
      left -= inByte
    }
    return value
  }

  function skip(bits: number) {
    at += bits
    if (at > bytes.length * 8) throw new Error('the packet ends inside a number')
  }

  return {
    peek,
    skip,
    take(bits) {
      const value = peek(bits)
      skip(bits)
      return value
    },
  }
}

interface Setup {
  frameSamples: number
  bits: number
  historyShare: number
  firstHistory: number
  mostBits: number
  channels: number
}

/** Kinds of elements in a packet. */
const [ONE, TWO, LOW, END] = [0, 1, 3, 7]

export function alacDecoder({ description, sampleRateHz }: TrackInfo): PacketDecoder {
  const setup = readSetup(description)
  const fullScale = 2 ** (setup.bits - 1)
  return {
    async decode(packet) {
      const bits = bitReader(packet)
      const channels: Float32Array[] = []
      for (;;) {
        const kind = bits.take(3)
        if (kind === END) break
        if (kind !== ONE && kind !== TWO && kind !== LOW) throw new Error('unknown element')
        for (const samples of readElement(bits, kind === TWO ? 2 : 1, setup))
          channels.push(Float32Array.from(samples, (sample) => sample / fullScale))
        if (channels.length >= setup.channels) break
      }
      return channels.length === 0 ? [] : [{ channels, sampleRateHz }]
    },
    flush: async () => [],
  }
}

function readSetup(description: Uint8Array | undefined): Setup {
  const cookie = Buffer.from(description ?? [])
  if (cookie.length < 24) throw new Error('no setup of ALAC')
  return {
    frameSamples: cookie.readUInt32BE(0),
    bits: cookie[5]!,
    historyShare: cookie[6]!,
    firstHistory: cookie[7]!,
    mostBits: cookie[8]!,
    channels: cookie[9]!,
  }
}

const MOST_SAMPLES = 65_536

function readElement(bits: BitReader, count: 1 | 2, setup: Setup): Int32Array[] {
  bits.take(16) // its number, and what is not used
  const hasLength = bits.take(1) === 1
  const lowBits = bits.take(2) * 8
  const isPlain = bits.take(1) === 1
  const length = hasLength ? bits.take(16) * 65_536 + bits.take(16) : setup.frameSamples
  if (length > MOST_SAMPLES) throw new Error('a packet that is too long')
  if (isPlain) return readPlain(bits, count, length, setup.bits)

  const width = setup.bits - lowBits + count - 1
  const mixShift = bits.take(8)
  const mixWeight = bits.take(8)
  const facts = Array.from({ length: count }, () => {
    const mode = bits.take(4)
    const shift = bits.take(4)
    const historyFactor = bits.take(3)
    const order = bits.take(5)
    const weights = new Int32Array(order)
    for (let i = order - 1; i >= 0; i--) weights[i] = (bits.take(16) << 16) >> 16
    return { mode, shift, historyFactor, weights }
  })
  const low = facts.map(() => new Int32Array(length))
  if (lowBits > 0)
    for (let i = 0; i < length; i++) for (const one of low) one[i] = bits.take(lowBits)
  const sound = facts.map(({ mode, shift, historyFactor, weights }) => {
    const share = Math.floor((historyFactor * setup.historyShare) / 4)
    const residuals = readResiduals(bits, { length, width, share, setup })
    const again = mode === 15 ? predict(residuals, { width, weights: null, shift: 0 }) : residuals
    return predict(again, { width, weights, shift })
  })
  if (count === 2 && mixWeight > 0) unmix(sound[0]!, sound[1]!, mixShift, mixWeight)
  if (lowBits > 0)
    for (const [c, samples] of sound.entries())
      for (let i = 0; i < length; i++) samples[i] = (samples[i]! << lowBits) | low[c]![i]!
  return sound
}

function readPlain(bits: BitReader, count: number, length: number, width: number): Int32Array[] {
  const sound = Array.from({ length: count }, () => new Int32Array(length))
  const unused = 32 - width
  for (let i = 0; i < length; i++)
    for (const samples of sound) samples[i] = (bits.take(width) << unused) >> unused
  return sound
}

interface Residuals {
  length: number
  /** Width of a number that is written out. */
  width: number
  share: number
  setup: Setup
}

function readResiduals(bits: BitReader, { length, width, share, setup }: Residuals): Int32Array {
  const residuals = new Int32Array(length)
  let history = setup.firstHistory
  let isBehindZeros = 0
  for (let i = 0; i < length; i++) {
    const code =
      readCode(bits, Math.min(setup.mostBits, log2((history >> 9) + 3)), width) + isBehindZeros
    isBehindZeros = 0
    residuals[i] = code % 2 === 1 ? -(code + 1) / 2 : code / 2
    history = code > 0xffff ? 0xffff : history + code * share - ((history * share) >> 9)
    if (history >= 128 || i + 1 >= length) continue
    const zeroBits = Math.min(setup.mostBits, 7 - log2(history) + ((history + 16) >> 6))
    const zeros = readCode(bits, zeroBits, 16)
    if (zeros > length - i - 1) throw new Error('more zeros than samples')
    i += zeros
    if (zeros <= 0xffff) isBehindZeros = 1
    history = 0
  }
  return residuals
}

/** Ones up to nine, then the rest of the number; nine of them: the whole number. */
function readCode(bits: BitReader, rest: number, width: number): number {
  let ones = 0
  while (ones < 9 && bits.take(1) === 1) ones++
  if (ones === 9) return bits.take(width)
  if (rest === 1) return ones
  const base = ones * (2 ** rest - 1)
  const more = bits.peek(rest)
  bits.skip(more > 1 ? rest : rest - 1)
  return more > 1 ? base + more - 1 : base
}

function log2(value: number): number {
  return value <= 0 ? 0 : 31 - Math.clz32(value)
}

function unmix(left: Int32Array, right: Int32Array, shift: number, weight: number) {
  for (let i = 0; i < left.length; i++) {
    const side = right[i]!
    const other = left[i]! - ((side * weight) >> shift)
    left[i] = other + side
    right[i] = other
  }
}
