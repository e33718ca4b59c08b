/** Typing errors: letters left out, added, exchanged or swapped with their neighbour. */

/** Letters of a word as bits, to tell quickly that two words are far apart. */
export function letterMask(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}

/**
 * How many letters at least lie between two words, by their masks: half of what differs, rounded
 * up.
 */
export function leastDistance(a: number, b: number): number {
  let rest = a ^ b
  let bits = 0
  for (; rest !== 0; rest &= rest - 1) bits++
  return (bits + 1) >> 1
}

/** No word of a table is longer. */
const LONGEST = 80

/**
 * Optimal string alignment distance of `word` to others. Rows are kept between calls: this is asked
 * thousands of times a search.
 */
export function distanceTo(word: string): (other: string, limit: number) => number {
  const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  /** `limit + 1` when it is more than `limit`. */
  return (other, limit) => {
    const [n, m] = [word.length, other.length]
    if (Math.abs(n - m) > limit || m > LONGEST || n > LONGEST) return limit + 1
    let [before, last, row] = rows
    for (let j = 0; j <= m; j++) last[j] = j
    for (let i = 1; i <= n; i++) {
      row[0] = i
      let least = i
      const letter = word.charCodeAt(i - 1)
      for (let j = 1; j <= m; j++) {
        const same = letter === other.charCodeAt(j - 1)
        let best = last[j - 1]! + (same ? 0 : 1)
        if (last[j]! + 1 < best) best = last[j]! + 1
        if (row[j - 1]! + 1 < best) best = row[j - 1]! + 1
        if (
          i > 1 &&
          j > 1 &&
          letter === other.charCodeAt(j - 2) &&
          word.charCodeAt(i - 2) === other.charCodeAt(j - 1) &&
          before[j - 2]! + 1 < best
        )
          best = before[j - 2]! + 1
        row[j] = best
        if (best < least) least = best
      }
      if (least > limit) return limit + 1
      const spare = before
      before = last
      last = row
      row = spare
    }
    return Math.min(last[m]!, limit + 1)
  }
}
