/**
 * Learns the weights of the sorter. An example names the classes that it may belong to, because a
 * model without a field for allergies files them in the past history: the sum of their
 * probabilities is made likely. Adagrad in a seeded order: the same examples give the same weights.
 */
import { normalized, type Weights } from '../../../core/document/quoting/softmax.ts'

export interface Example {
  cues: readonly string[]
  /** Indexes of classes, at least one. */
  may: readonly number[]
  weight: number
}

export interface LearnOptions {
  /** Examples in which a cue must stand to be learned. */
  least: number
  rounds: number
  rate: number
  /** Pull to zero, per step. */
  decay: number
}

export function learn(
  examples: readonly Example[],
  classes: readonly string[],
  { least, rounds, rate, decay }: LearnOptions,
): Weights {
  const rows = rowsOf(examples, least)
  const count = classes.length
  const values = new Float32Array(rows.size * count)
  const seen = new Float32Array(rows.size * count).fill(1e-6)
  const known = examples.map(({ cues }) =>
    cues.flatMap((cue) => rows.get(cue) ?? []).map((row) => row * count),
  )
  const order = examples.map((_, at) => at)
  const next = dice(1)
  for (let round = 0; round < rounds; round++) {
    shuffle(order, next)
    for (const at of order) {
      const { may, weight } = examples[at]!
      const own = known[at]!
      const sums = new Float64Array(count)
      for (const row of own)
        for (let each = 0; each < count; each++) sums[each]! += values[row + each]!
      const pulls = pullsOf(normalized(sums), may, weight)
      for (const row of own)
        for (let each = 0; each < count; each++) {
          const pull = pulls[each]! + decay * values[row + each]!
          seen[row + each]! += pull * pull
          values[row + each]! -= (rate * pull) / Math.sqrt(seen[row + each]!)
        }
    }
  }
  return { classes, rows, values }
}

/** How much each class is too likely: against its share among those that it may be. */
function pullsOf(given: Float64Array, may: readonly number[], weight: number): Float64Array {
  const total = may.reduce((sum, each) => sum + given[each]!, 0)
  const pulls = given.map((probability) => weight * probability)
  for (const each of may) pulls[each]! -= weight * (given[each]! / Math.max(total, 1e-12))
  return pulls
}

function rowsOf(examples: readonly Example[], least: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { cues } of examples)
    for (const cue of cues) counts.set(cue, (counts.get(cue) ?? 0) + 1)
  const kept = [...counts].filter(([, count]) => count >= least).map(([cue]) => cue)
  return new Map(kept.sort().map((cue, row) => [cue, row]))
}

function shuffle(order: number[], next: (below: number) => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = next(at + 1)
    const held = order[at]!
    order[at] = order[other]!
    order[other] = held
  }
}

/** A small generator of its own (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
