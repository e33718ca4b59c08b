/**
 * Words that the recognizer wrote as others of the same sound ("patimentos por minuto", "minha avó
 * teve de rame"), found as a noisy channel does it (Kernighan, Church, Gale 1990): up to three
 * words give way to one that sounds like them where that makes what is said there much more
 * probable.
 *
 * Only where the recognizer doubted or wrote what is no word. Never put in: numbers and denials,
 * which say nothing of themselves that a probability could know, and medicines, which have their
 * own search (`find-names.ts`).
 */
import type { Find } from './find-names.ts'
import type { FindNear } from './name-index.ts'
import type { PieceWord } from './piece-words.ts'
import { joinSounds, soundsOf } from './sounds.ts'
import { modelWords, NUMBER, type WordModel } from './word-model.ts'

export interface MisheardDeps {
  model: WordModel
  findNear: FindNear
  /** Whether a folded word is Portuguese. */
  isOrdinary(folded: string): boolean
}

export interface DoubtfulWords {
  text: string
  words: readonly PieceWord[]
  /** Names and decided words: they stay. */
  fixed: readonly boolean[]
  /** The least sure of some words, 0 to 1; null where the engine does not tell. */
  confidenceOf(first: number, last: number): number | null
}

/** Words that may be put in the place of others: counted so often. */
export const LEAST_COUNT = 3
const SHORTEST = 3
/** Said with one word less or more, everything else is another statement. */
const DENIALS = ['não', 'nem', 'sem', 'nunca', 'nenhum', 'nenhuma', 'nada', 'ninguém', 'jamais']
const NUMBER_WORDS = (
  'zero dois duas três quatro cinco seis sete oito nove dez onze doze treze quatorze catorze quinze ' +
  'dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta ' +
  'noventa cem cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos ' +
  'novecentos mil meia meio primeiro segundo terceiro'
).split(' ')
const KEPT: ReadonlySet<string> = new Set([NUMBER, ...DENIALS, ...NUMBER_WORDS])

/** Whether it may be put in the place of what was heard. */
export function mayBePut(word: string): boolean {
  return word.length >= SHORTEST && !KEPT.has(word)
}

const MOST_WORDS = 3
const FEWEST_SOUNDS = 3
/** Farthest, for each sound of what was heard, and for short ones. */
const PER_SOUND = 0.35
const LEAST_REACH = 0.7
const MOST_NEAR = 12
/** From this confidence on, a Portuguese word is believed. */
const SURE = 0.6
/** What the gain in probability (natural logarithm) must outweigh: a unit of distance … */
const PER_DISTANCE = 5
/** … the recognizer's confidence, */
const PER_CONFIDENCE = 6
const WITHOUT_CONFIDENCE = 0.4
/** a word less, since fewer words are always more probable, */
const PER_WORD_LESS = 4
/** and that everything heard was Portuguese. */
const ALL_ORDINARY = 2

/** In order, without overlap. */
export function findMisheard(heard: DoubtfulWords, deps: MisheardDeps): Find[] {
  const { text, words, fixed, confidenceOf } = heard
  const { model } = deps
  const spoken = words.map(({ from, to }) => modelWords(text.slice(from, to)))
  const finds: Find[] = []
  for (let first = 0; first < words.length; first++) {
    let sounds = ''
    let isOrdinary = true
    for (let last = first; last < Math.min(words.length, first + MOST_WORDS); last++) {
      const [word, ...others] = spoken[last]!
      if (fixed[last] || word === undefined || others.length > 0 || KEPT.has(word)) break
      sounds = joinSounds(sounds, soundsOf(word))
      isOrdinary &&= model.isKnown(word) || deps.isOrdinary(words[last]!.parts.join(''))
      const find = judge(first, last, sounds, isOrdinary)
      if (find) finds.push(find)
      if (SENTENCE_END.test(text.slice(words[last]!.from, words[last]!.to))) break
    }
  }
  return finds

  function judge(first: number, last: number, sounds: string, isOrdinary: boolean) {
    const confidence = confidenceOf(first, last) ?? SURE
    if (sounds.length < FEWEST_SOUNDS || (isOrdinary && confidence > SURE)) return undefined
    if (first === last && isName(first)) return undefined
    const least =
      PER_CONFIDENCE * (WITHOUT_CONFIDENCE + confidence) +
      PER_WORD_LESS * (last - first) +
      (isOrdinary ? ALL_ORDINARY : 0)
    const before = spoken
      .slice(Math.max(0, first - 2), first)
      .flat()
      .slice(-2)
    const behind = spoken
      .slice(last + 1, last + 3)
      .flat()
      .slice(0, 2)
    const was = spoken.slice(first, last + 1).flat()
    const without = rowProbability(before, [...was, ...behind])
    let best: Find | undefined
    const reach = Math.max(LEAST_REACH, sounds.length * PER_SOUND)
    for (const { entry, distance } of deps.findNear(sounds, reach).slice(0, MOST_NEAR)) {
      const { name } = entry
      if (was.length === 1 && was[0] === name) continue
      const gain = rowProbability(before, [name, ...behind]) - without
      const evidence = gain - PER_DISTANCE * distance - least
      if (evidence > (best?.evidence ?? 0))
        best = { first, last, name, article: '', evidence, isCertain: true }
    }
    return best
  }

  function rowProbability(before: readonly string[], row: readonly string[]): number {
    const all = [...before, ...row]
    let sum = 0
    for (let at = before.length; at < all.length; at++)
      sum += model.logProbability([all[at - 2] ?? '', all[at - 1] ?? ''], all[at]!)
    return sum
  }

  /** Written large within a sentence. */
  function isName(at: number): boolean {
    const { from, to } = words[at]!
    if (!/^\P{L}*\p{Lu}/u.test(text.slice(from, to)) || at === 0) return false
    const { from: start, to: end } = words[at - 1]!
    return !SENTENCE_END.test(text.slice(start, end))
  }
}

const SENTENCE_END = /[.!?…]["”»')\]]*$/
