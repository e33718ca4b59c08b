/**
 * Multinomial logistic regression over named cues: a weight for each cue and class, summed and made
 * probabilities.
 */

export interface Weights {
  classes: readonly string[]
  /** Row of each cue. */
  rows: ReadonlyMap<string, number>
  /** Rows × classes. */
  values: Float32Array
}

/** One probability a class, together one. */
export function probabilitiesOf(cues: readonly string[], weights: Weights): Float64Array {
  const count = weights.classes.length
  const sums = new Float64Array(count)
  for (const cue of cues) {
    const row = weights.rows.get(cue)
    if (row === undefined) continue
    for (let at = 0; at < count; at++) sums[at]! += weights.values[row * count + at]!
  }
  return normalized(sums)
}

export function normalized(sums: Float64Array): Float64Array {
  const most = sums.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  let total = 0
  for (let at = 0; at < sums.length; at++) {
    sums[at] = Math.exp(sums[at]! - most)
    total += sums[at]!
  }
  for (let at = 0; at < sums.length; at++) sums[at]! /= total
  return sums
}
