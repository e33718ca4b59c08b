/** All words of one table, sorted, and which of them somebody may have meant by what was typed. */
export interface Meant {
  /** Place in the vocabulary. */
  word: number
  /** 1 is the word itself. */
  quality: number
}

export interface Vocabulary {
  words: readonly string[]
  /** Best first. */
  meant(typed: string): Meant[]
}

const MOST_PREFIXED = 400
const SHORTEST_PREFIX = 3
const SHORTEST_MISSPELT = 4
/** Words as long as this may hold two errors. */
const LONG = 8
const QUALITY = { prefix: 0.7, oneError: 0.8, twoErrors: 0.65 } as const

export function vocabulary(sorted: readonly string[]): Vocabulary {
  const places = new Map(sorted.map((word, index) => [word, index]))
  const masks = Int32Array.from(sorted, letterMask)
  const lengths = Uint8Array.from(sorted, (word) => Math.min(255, word.length))

  function prefixed(typed: string): Meant[] {
    if (typed.length < SHORTEST_PREFIX) return []
    const found: Meant[] = []
    for (let at = lowerBound(sorted, typed); at < sorted.length; at++) {
      const word = sorted[at]!
      if (!word.startsWith(typed) || found.length === MOST_PREFIXED) break
      if (word !== typed)
        found.push({
          word: at,
          quality: QUALITY.prefix + (1 - QUALITY.prefix) * 0.8 * (typed.length / word.length),
        })
    }
    return found
  }

  function misspelt(typed: string): Meant[] {
    if (typed.length < SHORTEST_MISSPELT || /\d/.test(typed)) return []
    const limit = typed.length >= LONG ? 2 : 1
    const mask = letterMask(typed)
    const distanceOf = distanceTo(typed)
    const found: Meant[] = []
    for (let at = 0; at < sorted.length; at++) {
      if (Math.abs(lengths[at]! - typed.length) > limit || lengths[at]! < SHORTEST_MISSPELT)
        continue
      if (leastDistance(mask, masks[at]!) > limit) continue
      const distance = distanceOf(sorted[at]!, limit)
      if (distance > 0 && distance <= limit)
        found.push({ word: at, quality: distance === 1 ? QUALITY.oneError : QUALITY.twoErrors })
    }
    return found
  }

  return {
    words: sorted,
    meant(typed) {
      const exact = places.get(typed)
      const all = [
        ...(exact === undefined ? [] : [{ word: exact, quality: 1 }]),
        ...prefixed(typed),
        ...(exact === undefined ? misspelt(typed) : []),
      ]
      const best = new Map<number, number>()
      for (const { word, quality } of all) best.set(word, Math.max(quality, best.get(word) ?? 0))
      return [...best]
        .map(([word, quality]) => ({ word, quality }))
        .sort((a, b) => b.quality - a.quality)
    },
  }
}

/** First place whose word is not before `wanted`. */
export function lowerBound(sorted: readonly string[], wanted: string): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]! < wanted) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * Typing errors: letters left out, added, exchanged or swapped with their neighbour.
 *
 * Letters of a word as bits, to tell quickly that two words are far apart.
 */
function letterMask(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}

/**
 * How many letters at least lie between two words, by their masks: half of what differs, rounded
 * up.
 */
function leastDistance(a: number, b: number): number {
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
function distanceTo(word: string): (other: string, limit: number) => number {
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
