/**
 * Channels that are one sound become one channel. The mean would be the natural choice, and is
 * taken where the channels are alike or have nothing to do with each other (a voice on each side);
 * but two capsules or a balanced cable give one voice twice with opposite signs, whose mean is
 * silence, and a voice that reaches one side later loses the tones that cancel. So every quarter of
 * a second decides anew what each channel is to the loudest one: the same, its opposite, the same
 * but late, or something else.
 */
import { bestLag, describePair, type PairFacts } from './channel-pair.ts'

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
