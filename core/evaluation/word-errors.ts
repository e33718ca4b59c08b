/**
 * What a recognizer got wrong, word by word: words wrong, missing or too many as a share of the
 * words said (the field's word error rate), and the same for words that weigh more: drugs, other
 * medical terms, numbers. Numbers and units count as one thing however they are written, so that
 * "50 mg" for "cinquenta miligramas" is no error; punctuation and case are none either.
 */

import { DISEASES, EXAMS, SPECIALTIES, SYMPTOMS } from '../portuguese/clinical-terms.ts'
import { medicationNames } from '../portuguese/medications.ts'
import { readNumbers } from '../portuguese/numbers.ts'
import { tokenize } from '../portuguese/tokens.ts'
import { unitName } from './plain-words.ts'

/** `wrong`: misheard or missing; `added`: heard though nobody said it. */
export interface ErrorCount {
  said: number
  wrong: number
  added: number
}

export interface SpeechScore {
  words: ErrorCount
  drugs: ErrorCount
  terms: ErrorCount
  numbers: ErrorCount
  /** In order; an empty text stands for nothing. */
  misheard: { said: string; heard: string }[]
}

export type ScoreSpeech = (said: readonly string[], heard: readonly string[]) => SpeechScore

/** Share of what was said; over 1 when more was added than said. Nothing said, nothing wrong: 0. */
export function errorRate({ said, wrong, added }: ErrorCount): number {
  return (wrong + added) / Math.max(1, said)
}

/** Reads the lexicon of drugs once; the scorer is pure. Texts are lines of speech in order. */
export function speechScorer(): ScoreSpeech {
  const isDrug = phraseFinder([...medicationNames().keys()])

  return (saidTexts, heardTexts) => {
    const [said, heard] = [saidTexts, heardTexts].map((texts) => spokenWords(texts.join(' ')))
    const steps = alignWords(said!, heard!)
    const inSaid = marks(said!, isDrug)
    const inHeard = marks(heard!, isDrug)
    const count = (kind: keyof ReturnType<typeof marks>): ErrorCount => ({
      said: inSaid[kind].size,
      wrong: steps.filter(
        ({ from, to }) => from !== null && inSaid[kind].has(from) && !same(from, to),
      ).length,
      added: steps.filter(({ from, to }) => from === null && to !== null && inHeard[kind].has(to))
        .length,
    })
    const same = (from: number, to: number | null) => to !== null && said![from] === heard![to]
    return {
      words: count('words'),
      drugs: count('drugs'),
      terms: count('terms'),
      numbers: count('numbers'),
      misheard: steps
        .filter(({ from, to }) => from === null || !same(from, to))
        .map(({ from, to }) => ({
          said: from === null ? '' : said![from]!,
          heard: to === null ? '' : heard![to]!,
        })),
    }
  }
}

function spokenWords(text: string): string[] {
  const tokens = tokenize(text)
  const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
  const words: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const number = numbers.get(at)
    const { norm, kind } = tokens[at]!
    if (number && !number.article) words.push(String(number.value))
    else if (norm === '%') words.push('por', 'cento')
    else if (kind !== 'mark') words.push(spokenUnit(norm))
    at = number && !number.article ? number.to : at + 1
  }
  return words
}

/** Units by one name; every other word as it was said. */
function spokenUnit(word: string): string {
  return UNITS.has(unitName(word)) ? unitName(word) : word
}
const UNITS = new Set(['mg', 'g', 'mcg', 'ml', 'kg', 'cm', 'mm', 'm'])

type Marked = Record<'words' | 'drugs' | 'terms' | 'numbers', Set<number>>

function marks(
  words: readonly string[],
  isDrug: (words: readonly string[]) => Set<number>,
): Marked {
  const all = words.map((_, index) => index)
  return {
    words: new Set(all),
    drugs: isDrug(words),
    terms: termWords(words),
    numbers: new Set(all.filter((index) => /^\d/.test(words[index]!))),
  }
}

/** Which words belong to a symptom, disease, examination or specialty. */
function termWords(words: readonly string[]): Set<number> {
  const text = words.join(' ')
  const starts = new Map<number, number>()
  words.reduce((at, word, index) => {
    starts.set(at, index)
    return at + word.length + 1
  }, 0)
  const found = new Set<number>()
  for (const terms of [SYMPTOMS, DISEASES, EXAMS, SPECIALTIES])
    for (const match of text.matchAll(new RegExp(terms.source, 'gu'))) {
      let index = starts.get(match.index)
      if (index === undefined) continue
      for (const _ of match[0].split(' ')) found.add(index++)
    }
  return found
}

function phraseFinder(phrases: readonly string[]): (words: readonly string[]) => Set<number> {
  const known = new Set(phrases)
  const longest = Math.max(...phrases.map((phrase) => phrase.split(' ').length))
  return (words) => {
    const found = new Set<number>()
    for (let at = 0; at < words.length; at++)
      for (let count = longest; count > 0; count--)
        if (known.has(words.slice(at, at + count).join(' ')))
          for (let index = at; index < at + count; index++) found.add(index)
    return found
  }
}

/** One word of either side, or a pair of them. */
interface Step {
  from: number | null
  to: number | null
}

/** The cheapest way from one to the other (Levenshtein), pairs before gaps. */
export function alignWords(from: readonly string[], to: readonly string[]): Step[] {
  const width = to.length + 1
  const costs = new Uint32Array((from.length + 1) * width)
  for (let column = 0; column < width; column++) costs[column] = column
  for (let row = 1; row <= from.length; row++) {
    costs[row * width] = row
    for (let column = 1; column < width; column++) {
      const pair = from[row - 1] === to[column - 1] ? 0 : 1
      costs[row * width + column] = Math.min(
        costs[(row - 1) * width + column - 1]! + pair,
        costs[(row - 1) * width + column]! + 1,
        costs[row * width + column - 1]! + 1,
      )
    }
  }
  const steps: Step[] = []
  let [row, column] = [from.length, to.length]
  while (row > 0 || column > 0) {
    const here = costs[row * width + column]!
    const pair = row > 0 && column > 0 && from[row - 1] === to[column - 1] ? 0 : 1
    if (row > 0 && column > 0 && costs[(row - 1) * width + column - 1]! + pair === here)
      steps.push({ from: --row, to: --column })
    else if (row > 0 && costs[(row - 1) * width + column]! + 1 === here)
      steps.push({ from: --row, to: null })
    else steps.push({ from: null, to: --column })
  }
  return steps.reverse()
}
