/**
 * One table in memory, for finding: its concepts by code, and an inverted index of the words of
 * their titles, other names and of the names doctors use. Postings lie in one typed array, entry
 * numbers per word, so that 14,000 codes take a few megabytes and a search touches only what its
 * words touch.
 *
 * An entry is one name of one concept. What was typed is compared with each entry that shares a
 * word with it:
 *   asked   the share of the typed words that the entry holds, rare words counting more
 *   covered the share of the entry's words that were typed
 *   score   asked^1.5 × (0.35 + 0.65 × covered)
 * Of equal scores a code in daily use comes before a rare one, and one that can be coded before its
 * category.
 */
import type { Concept, SearchHit, Term, TerminologySystem } from './ports.ts'
import type { CommonName } from './search/common-names.ts'
import { lowerBound, vocabulary } from './search/vocabulary.ts'
import { isWeak, searchWords, wordReader } from './search/words.ts'
import { codeKey } from './systems.ts'

export interface SearchIndex {
  size: number
  find(code: string): Concept | null
  search(text: string, limit: number): SearchHit[]
}

export interface IndexInput {
  system: TerminologySystem
  terms: readonly Term[]
  /** What doctors say, and the codes they mean by it. */
  names: readonly CommonName[]
  /** Codes of daily use. */
  common: ReadonlySet<string>
  /** Lets others work; building takes a quarter of a second. */
  pause: () => Promise<void>
}

const PAUSE_EVERY = 400
const WEAK_WEIGHT = 0.15
/** Bonus in rank, not in score. */
const COMMON_BONUS = 0.045
const CATEGORY_MALUS = 0.06
/** A later code of the same name is meant less often. */
const LATER_NAME = 0.95
/** Typed words put in other words are a little further away. */
const REWORDED = 0.97
/**
 * Beside a name that was met, what shares but a syllable with it only distracts: "costas" is no
 * "costela". Of the best score.
 */
const FAR_BELOW = 0.4
/** Fewer of the typed words than this is no answer. */
const LEAST_ASKED = 0.45

export async function buildSearchIndex(input: IndexInput): Promise<SearchIndex> {
  const { system, terms, names, common, pause } = input
  const concepts: Concept[] = terms.map(({ code, display }) => ({ system, code, display }))
  const keys = new Map(terms.map(({ code }, index) => [codeKey(code), index]))
  const sortedKeys = [...keys.keys()].sort()

  // Entries: every name of every concept, as words.
  const entryConcept: number[] = []
  const entryFactor: number[] = []
  const entryWords: number[][] = []
  const numbers = new Map<string, number>()
  const readWord = wordReader()
  const add = (concept: number, text: string, factor: number) => {
    const words = new Set(searchWords(text, readWord))
    if (words.size === 0) return
    entryConcept.push(concept)
    entryFactor.push(factor)
    entryWords.push(
      [...words].map((word) => {
        const known = numbers.get(word)
        if (known !== undefined) return known
        numbers.set(word, numbers.size)
        return numbers.size - 1
      }),
    )
  }
  for (const [index, { display, also }] of terms.entries()) {
    if (index % PAUSE_EVERY === 0) await pause()
    add(index, display, 1)
    if (also) add(index, also, 1)
  }
  for (const { phrase, codes } of names)
    for (const [place, code] of codes.entries()) {
      const concept = keys.get(code)
      if (concept !== undefined) add(concept, phrase, LATER_NAME ** place)
    }
  await pause()

  // Words in order, and for each the entries that hold it.
  const sorted = [...numbers.keys()].sort()
  const placeOf = new Int32Array(numbers.size)
  for (const [place, word] of sorted.entries()) placeOf[numbers.get(word)!] = place
  const starts = new Uint32Array(sorted.length + 1)
  for (const words of entryWords) for (const word of words) starts[placeOf[word]! + 1]!++
  for (let at = 0; at < sorted.length; at++) starts[at + 1]! += starts[at]!
  const postings = new Uint32Array(starts[sorted.length]!)
  const filled = starts.slice(0, -1)
  for (const [entry, words] of entryWords.entries())
    for (const word of words) postings[filled[placeOf[word]!]!++] = entry
  await pause()

  const weights = Float32Array.from(sorted, (word, at) => {
    const rarity = Math.log(1 + entryWords.length / (starts[at + 1]! - starts[at]!))
    return isWeak(word) ? rarity * WEAK_WEIGHT : rarity
  })
  const entryWeight = Float32Array.from(entryWords, (words) =>
    words.reduce((sum, word) => sum + weights[placeOf[word]!]!, 0),
  )
  const conceptOf = Uint32Array.from(entryConcept)
  const factorOf = Float32Array.from(entryFactor)
  const bonus = Float32Array.from(terms, ({ code }, index) => {
    const isCategory = system === 'CID10' && terms[index + 1]?.code.startsWith(code) === true
    return (common.has(code) ? COMMON_BONUS : 0) - (isCategory ? CATEGORY_MALUS : 0)
  })
  const known = vocabulary(sorted)
  const unknownWeight = Math.log(1 + entryWords.length) * 0.8
  const phrases = phrasesOf(names, keys, terms)

  /** The best score of each concept that shares a word with `words`. */
  function scores(words: readonly string[], factor: number, into: Map<number, number>) {
    const asked = new Float32Array(entryWeight.length)
    const covered = new Float32Array(entryWeight.length)
    const seen = new Uint8Array(entryWeight.length)
    const touched: number[] = []
    let total = 0
    for (const [turn, typed] of words.entries()) {
      const meant = known.meant(typed)
      const weight = meant[0] ? weights[meant[0].word]! : isWeak(typed) ? 0 : unknownWeight
      total += weight
      // Best first: an entry that holds two of the words meant counts the better one.
      for (const { word, quality } of meant)
        for (let at = starts[word]!; at < starts[word + 1]!; at++) {
          const entry = postings[at]!
          if (seen[entry] === turn + 1) continue
          if (seen[entry] === 0) touched.push(entry)
          seen[entry] = turn + 1
          asked[entry]! += weight * quality
          covered[entry]! += weights[word]! * quality
        }
    }
    if (total === 0) return
    for (const entry of touched) {
      const share = asked[entry]! / total
      if (share < LEAST_ASKED) continue
      const whole = Math.min(1, covered[entry]! / entryWeight[entry]!)
      const score = share ** 1.5 * (0.35 + 0.65 * whole) * factorOf[entry]! * factor
      const concept = conceptOf[entry]!
      if (score > (into.get(concept) ?? 0)) into.set(concept, score)
    }
  }

  function byCode(text: string, limit: number): SearchHit[] {
    const key = codeKey(text.replace(/^\s*cid(?:[\s-]*10)?[\s:.-]+/i, ''))
    if (!/\d/.test(key) || key.length < 2) return []
    const hits: SearchHit[] = []
    const exact = keys.get(key)
    for (let at = lowerBound(sortedKeys, key); at < sortedKeys.length; at++) {
      const found = sortedKeys[at]!
      if (!found.startsWith(key) || hits.length === limit) break
      const concept = keys.get(found)!
      hits.push({
        ...concepts[concept]!,
        score: concept === exact ? 1 : 0.9 * (0.5 + 0.5 * (key.length / found.length)),
      })
    }
    return hits
  }

  return {
    size: concepts.length,
    find: (code) => concepts[keys.get(codeKey(code)) ?? -1] ?? null,

    search(text, limit) {
      const codes = byCode(text, limit)
      if (codes.length > 0) return codes
      const words = [...new Set(searchWords(text))].slice(0, 24)
      const found = new Map<number, number>()
      scores(words, 1, found)
      const reworded = reword(words, phrases)
      if (reworded) scores(reworded, REWORDED, found)
      const least = Math.max(...found.values()) * FAR_BELOW
      return [...found]
        .filter(([, score]) => score >= least)
        .map(([concept, score]) => ({ concept, score, rank: score + bonus[concept]! }))
        .sort(
          (a, b) =>
            b.rank - a.rank ||
            concepts[a.concept]!.display.length - concepts[b.concept]!.display.length ||
            a.concept - b.concept,
        )
        .slice(0, limit)
        .map(({ concept, score }) => ({ ...concepts[concept]!, score: round(score) }))
    },
  }
}

type Phrases = { words: string[]; title: string[] }[]

/** Names of several words before those of one, so that the longest is taken. */
function phrasesOf(
  names: readonly CommonName[],
  keys: ReadonlyMap<string, number>,
  terms: readonly Term[],
): Phrases {
  return names
    .flatMap(({ phrase, codes }) => {
      const concept = keys.get(codes[0] ?? '')
      if (concept === undefined) return []
      const title = searchWords(terms[concept]!.display).filter((word) => !isWeak(word))
      const words = searchWords(phrase)
      return words.length > 0 ? [{ words, title }] : []
    })
    .sort((a, b) => b.words.length - a.words.length)
}

/**
 * "dm2 com complicações renais" in the words of the table; null when no name is in it, or nothing
 * else is.
 */
function reword(words: readonly string[], phrases: Phrases): string[] | null {
  for (const { words: phrase, title } of phrases) {
    if (phrase.length >= words.length) continue
    const at = words.findIndex((_, index) =>
      phrase.every((word, offset) => words[index + offset] === word),
    )
    if (at >= 0)
      return [...new Set([...words.slice(0, at), ...title, ...words.slice(at + phrase.length)])]
  }
  return null
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
