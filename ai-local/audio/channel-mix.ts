/**
 * Channels that are one sound become one channel. The mean would be the natural choice, and is
 * taken where the channels are alike or have nothing to do with each other (a voice on each side);
 * but two capsules or a balanced cable give one voice twice with opposite signs, whose mean is
 * silence, and a voice that reaches one side later loses the tones that cancel. So every quarter of
 * a second decides anew what each channel is to the loudest one: the same, its opposite, the same
 * but late, or something else.
 */
export interface ChannelMix {
  /** One array per channel, all of one length, at 16 kHz. */
  push(channels: readonly Float32Array[]): Float32Array
  /** What is left at the end. */
  flush(): Float32Array
}

const BLOCK_SAMPLES = 4000
/** From one choice to the next without a click. */
const FADE_SAMPLES = 320
/** Mean square below which a block says nothing: about −70 dB. */
const SILENCE = 1e-7
/** A channel that much weaker than the loudest (20 dB) only takes half of its level. */
const WEAK = 0.01
/** 6 dB. */
const STAYS = 4
const OPPOSITE = -0.4
const ALIKE = 0.4
/** An echo of one voice on the other side, and how much clearer than at the same moment. */
const LATE = 0.5
const LATE_MARGIN = 0.15

export function channelMix(count: number): ChannelMix {
  let held = Array.from({ length: count }, () => new Float32Array(0))
  let weights = new Array<number>(count).fill(1 / count)
  let loudest = 0

  function mixBlock(channels: readonly Float32Array[]): Float32Array {
    const before = weights
    const choice = weightsOf(channels, loudest)
    if (choice) ({ loudest, weights } = choice)
    const length = channels[0]!.length
    const mixed = new Float32Array(length)
    for (const [c, samples] of channels.entries())
      for (let i = 0; i < length; i++) {
        const share = Math.min(1, (i + 1) / FADE_SAMPLES)
        mixed[i]! += samples[i]! * (before[c]! + (weights[c]! - before[c]!) * share)
      }
    return mixed
  }

  return {
    push(channels) {
      held = held.map((one, c) => joined(one, channels[c]!))
      const blocks: Float32Array[] = []
      while (held[0]!.length >= BLOCK_SAMPLES) {
        blocks.push(mixBlock(held.map((one) => one.subarray(0, BLOCK_SAMPLES))))
        held = held.map((one) => one.slice(BLOCK_SAMPLES))
      }
      return blocks.reduce(joined, new Float32Array(0))
    },
    flush() {
      const rest = held
      held = held.map(() => new Float32Array(0))
      return rest[0]!.length === 0 ? rest[0]! : mixBlock(rest)
    },
  }
}

/** How much of each channel is taken, all together 1; null in silence. */
function weightsOf(channels: readonly Float32Array[], chosen: number): Choice | null {
  const powers = channels.map((one) => describePair(one, one).power)
  const most = Math.max(...powers)
  if (most < SILENCE) return null
  // The one that was taken as the loudest before stays it, unless another is far louder.
  const loudest = powers[chosen]! * STAYS >= most ? chosen : powers.indexOf(most)
  const signs = channels.map((one, c) =>
    c === loudest ? 1 : signOf(describePair(channels[loudest]!, one), channels[loudest]!, one),
  )
  // What stays the same from block to block: the first channel that is taken is never turned over.
  const turn = Math.sign(signs.find((sign) => sign !== 0)!)
  const taken = signs.filter((sign) => sign !== 0).length
  return { loudest, weights: signs.map((sign) => (sign * turn) / taken) }
}

interface Choice {
  loudest: number
  weights: number[]
}

/** 1: the same or something else, to be added; −1: its opposite; 0: better left out. */
function signOf(
  { power, otherPower, correlation }: PairFacts,
  loudest: Float32Array,
  other: Float32Array,
): number {
  if (otherPower < power * WEAK) return 0
  const lag = bestLag(loudest, other)
  const isLate = Math.abs(lag.correlation) > LATE
  if (isLate && Math.abs(lag.correlation) > Math.abs(correlation) + LATE_MARGIN) return 0
  if (correlation < OPPOSITE) return -1
  if (correlation > ALIKE) return 1
  // Partly each other's opposite: the sum would be weaker than two voices together are.
  return correlation < OPPOSITE / 2 ? 0 : 1
}

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

interface PairFacts {
  /** Mean squares. */
  power: number
  otherPower: number
  /** −1 to 1, at the same moment. */
  correlation: number
}

/** What two channels have to do with each other. A constant voltage (DC) on either is left out. */
function describePair(one: Float32Array, other: Float32Array): PairFacts {
  const [mean, otherMean] = [meanOf(one), meanOf(other)]
  let [power, otherPower, product] = [0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i]! - mean, other[i]! - otherMean]
    power += a * a
    otherPower += b * b
    product += a * b
  }
  const scale = Math.sqrt(power * otherPower)
  return {
    power: power / one.length,
    otherPower: otherPower / one.length,
    correlation: scale > 0 ? product / scale : 0,
  }
}

/** Speech keeps its shape at a quarter of the rate, and sixteen times less work is done. */
const STEP = 4
/** 20 ms: seven metres of air. */
const MOST_LAG = 80

/** The time by which one channel is most like the other, or its opposite. */
function bestLag(one: Float32Array, other: Float32Array): { correlation: number } {
  const [a, b] = [coarse(one), coarse(other)]
  const scale = Math.sqrt(sumOfSquares(a) * sumOfSquares(b))
  let best = 0
  if (scale === 0) return { correlation: 0 }
  for (let lag = -MOST_LAG; lag <= MOST_LAG; lag++) {
    let product = 0
    const from = Math.max(0, -lag)
    const to = Math.min(a.length, b.length - lag)
    for (let i = from; i < to; i++) product += a[i]! * b[i + lag]!
    if (Math.abs(product) > Math.abs(best)) best = product
  }
  return { correlation: best / scale }
}

function coarse(samples: Float32Array): Float32Array {
  const mean = meanOf(samples)
  return Float32Array.from({ length: Math.floor(samples.length / STEP) }, (_, i) => {
    let sum = 0
    for (let k = i * STEP; k < (i + 1) * STEP; k++) sum += samples[k]! - mean
    return sum
  })
}

function sumOfSquares(samples: Float32Array): number {
  return samples.reduce((sum, one) => sum + one * one, 0)
}

function meanOf(samples: Float32Array): number {
  return samples.reduce((sum, one) => sum + one, 0) / Math.max(1, samples.length)
}
