/**
 * Finds the terms of many tables in one pass over a sentence. A term is a phrase of folded words:
 * "falta de ar"; a word that ends in `*` matches any ending ("inchad*"); `_` stands for up to two
 * words ("vou _ pedir"); a word that begins with `#` is a feature of the sentence and not a word of
 * it (`features.ts`).
 */

interface Entry<T> {
  words: readonly string[]
  value: T
}

export interface CueIndex<T> {
  /** The values of all terms that stand in the words or among the features, each once. */
  find(words: readonly string[], features?: ReadonlySet<string>): Set<T>
}

/** @param terms phrases parted by `|`, with what a hit means */
export function cueIndex<T>(terms: readonly (readonly [string, T])[]): CueIndex<T> {
  const byStart = new Map<string, Entry<T>[]>()
  const byFeature = new Map<string, T[]>()
  for (const [list, value] of terms)
    for (const term of termsOf(list)) {
      if (term.startsWith('#')) add(byFeature, term, value)
      else add(byStart, term.slice(0, START), { words: term.split(' '), value })
    }
  return {
    find(words, features = new Set()) {
      const found = new Set<T>()
      for (const feature of features)
        for (const value of byFeature.get(feature) ?? []) found.add(value)
      for (let at = 0; at < words.length; at++)
        for (const key of startsOf(words, at))
          for (const entry of byStart.get(key) ?? [])
            if (!found.has(entry.value) && matchesAt(words, at, entry.words, 0))
              found.add(entry.value)
      return found
    },
  }
}

export function termsOf(list: string): string[] {
  return list
    .split('|')
    .map((term) => term.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** Characters by which terms are looked up. */
const START = 3

/**
 * What a term that begins here begins with: its first characters, over the blank too ("ao exame").
 */
function startsOf(words: readonly string[], at: number): string[] {
  const word = words[at]!
  if (word.length >= START) return [word.slice(0, START)]
  const next = words[at + 1]
  const joined = next === undefined ? word : `${word} ${next}`
  const keys = new Set([word, joined.slice(0, START), `${word} _`.slice(0, START)])
  return [...keys]
}

function matchesAt(
  words: readonly string[],
  at: number,
  term: readonly string[],
  from: number,
): boolean {
  for (let index = from; index < term.length; index++) {
    const wanted = term[index]!
    if (wanted === '_')
      return [0, 1, 2].some((skipped) => matchesAt(words, at + skipped, term, index + 1))
    const word = words[at]
    if (word === undefined) return false
    const isSame = wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted
    if (!isSame) return false
    at += 1
  }
  return true
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
