/**
 * Words that the recognizer wrote as others of the same sound ("patimentos por minuto", "minha avó
 * teve de rame", "piora quando subscada"), found as a noisy channel does it (Kernighan, Church,
 * Gale 1990): up to three words give way to one or two that sound like them where that makes what
 * is said there much more probable.
 *
 * Only where the recognizer doubted or wrote what is no word. Never put in: numbers and denials,
 * which say nothing of themselves that a probability could know, and medicines, which have their
 * own search (`find-names.ts`).
 */
import type { Find } from './find-names.ts'
import type { PieceWord } from './piece-words.ts'
import { encodeSounds, type NearRow, type SoundTree } from './sound-distance.ts'
import { joinSounds, soundsOf } from './sounds.ts'
import { MEDICINE, NUMBER, talkAround, type WordModel } from './word-model.ts'

export interface MisheardDeps {
  model: WordModel
  findNear: SoundTree['findNear']
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
  /** What is said right before the text, and right behind it. */
  before: string
  behind: string
}

/** Words, and pairs of words, that may be put in the place of others: counted so often. */
export const LEAST_COUNT = 3
export const LEAST_PAIR_COUNT = 2
const SHORTEST = 3
const SHORTEST_PAIR = 6
/** Said with one word less or more, everything else is another statement. */
const DENIALS = ['não', 'nem', 'sem', 'nunca', 'nenhum', 'nenhuma', 'nada', 'ninguém', 'jamais']
const NUMBER_WORDS = (
  'zero dois duas três quatro cinco seis sete oito nove dez onze doze treze quatorze catorze quinze ' +
  'dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta ' +
  'noventa cem cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos ' +
  'novecentos mil meia meio primeiro segundo terceiro'
).split(' ')
export const KEPT: ReadonlySet<string> = new Set([NUMBER, MEDICINE, ...DENIALS, ...NUMBER_WORDS])

/** Whether it may be put in the place of what was heard: one word or two. */
export function mayBePut(row: string): boolean {
  const words = row.split(' ')
  const shortest = words.length > 1 ? SHORTEST_PAIR : SHORTEST
  return row.length >= shortest && !words.some((word) => KEPT.has(word))
}

const MOST_WORDS = 3
const FEWEST_SOUNDS = 3
/** Farthest, for each sound of what was heard, and for short ones. */
const PER_SOUND = 0.35
const LEAST_REACH = 0.7
/** From this confidence on, a Portuguese word is believed. */
export const SURE = 0.6
/** What the gain in probability (natural logarithm) must outweigh: a unit of distance … */
export const PER_DISTANCE = 5
/** … the recognizer's confidence, */
export const PER_CONFIDENCE = 6
export const WITHOUT_CONFIDENCE = 0.4
/** a word less, since fewer words are always more probable, */
export const PER_WORD_LESS = 4
/** that two words are put, of which there are many, */
const PAIR = 3
/** and that everything heard was Portuguese. */
export const ALL_ORDINARY = 2
/** How improbable the best words still are with the two behind them. */
const LEAST_LEFT = 8

/** Some words of those heard, that others may stand for. */
interface Span {
  last: number
  was: string[]
  /** How many. */
  sounds: number
  /** In sounds. */
  farthest: number
  /** Natural logarithm of how probable they are with the two behind them. */
  without: number
  /** What the gain must outweigh at least. */
  least: number
}

/** Those that overlap are rivals (`withoutOverlap`). */
export function findMisheard(heard: DoubtfulWords, deps: MisheardDeps): Find[] {
  const { text, words, fixed, confidenceOf, before, behind } = heard
  const { model } = deps
  const spoken = words.map(({ from, to }) => model.wordsOf(text.slice(from, to)))
  const around = talkAround({ spoken, before, behind }, model)
  const finds: Find[] = []
  for (let first = 0; first < words.length; first++) finds.push(...findFrom(first))
  return finds

  /** Of those that begin at one word. */
  function findFrom(first: number): Find[] {
    const spans: Span[] = []
    let sounds = ''
    let isOrdinary = true
    for (let last = first; last < Math.min(words.length, first + MOST_WORDS); last++) {
      const parts = spoken[last]!
      if (fixed[last] || !isSpoken(text, words[last]!, parts)) break
      for (const part of parts) sounds = joinSounds(sounds, soundsOf(part))
      isOrdinary &&= parts.every(model.isKnown) || deps.isOrdinary(words[last]!.parts.join(''))
      const confidence = confidenceOf(first, last) ?? SURE
      const isBelieved =
        (isOrdinary && confidence > SURE) || (first === last && isWrittenLarge(text, words, first))
      const span =
        sounds.length < FEWEST_SOUNDS || isBelieved
          ? undefined
          : spanOf(first, last, { sounds: sounds.length, isOrdinary, confidence })
      if (span) spans.push(span)
      if (SENTENCE_END.test(text.slice(words[last]!.from, words[last]!.to))) break
    }
    if (spans.length === 0) return []
    const near = deps.findNear(
      encodeSounds(sounds),
      spans.map((span) => span.sounds),
      spans.map((span) => span.farthest),
    )
    return spans.flatMap((span, at) => judge(first, span, near[at]!) ?? [])
  }

  /** Nothing, where what was heard is so probable that nothing can be much more so. */
  function spanOf(
    first: number,
    last: number,
    heard: { sounds: number; isOrdinary: boolean; confidence: number },
  ): Span | undefined {
    const { sounds, isOrdinary, confidence } = heard
    const was = spoken.slice(first, last + 1).flat()
    const without = around.probabilityOf(was, first, last)
    const least =
      PER_CONFIDENCE * (WITHOUT_CONFIDENCE + confidence) + (isOrdinary ? ALL_ORDINARY : 0)
    const farthest = Math.min(
      Math.max(LEAST_REACH, sounds * PER_SOUND),
      (-without - LEAST_LEFT - least) / PER_DISTANCE,
    )
    return farthest < 0 ? undefined : { last, was, sounds, farthest, without, least }
  }

  function judge(first: number, { last, was, without, least }: Span, near: readonly NearRow[]) {
    let best: Find | undefined
    for (const { row, distance } of near) {
      const put = row.split(' ')
      if (row === was.join(' ')) continue
      const gain = around.probabilityOf(put, first, last) - without
      const evidence =
        gain -
        PER_DISTANCE * distance -
        least -
        PER_WORD_LESS * (was.length - put.length) -
        (put.length > 1 ? PAIR : 0)
      if (evidence > (best?.evidence ?? 0))
        best = { first, last, name: row, article: '', evidence, isCertain: true }
    }
    return best
  }
}

/**
 * Whether a written word is one or more of speech that others may stand for; a recognizer joins
 * several by hyphens ("tê-no-lo"), and by no other sign.
 */
export function isSpoken(text: string, { from, to }: PieceWord, parts: readonly string[]): boolean {
  const isJoined = parts.length === 1 || HYPHENATED.test(text.slice(from, to))
  return parts.length > 0 && isJoined && !parts.some((part) => KEPT.has(part))
}

const HYPHENATED = /^\p{L}+(?:-\p{L}+)+(?:$|[.,;:!?…])/u
const SENTENCE_END = /[.!?…]["”»')\]]*$/

/** Within a sentence, as a name is. */
export function isWrittenLarge(text: string, words: readonly PieceWord[], at: number): boolean {
  const { from, to } = words[at]!
  if (!/^\P{L}*\p{Lu}/u.test(text.slice(from, to)) || at === 0) return false
  const { from: start, to: end } = words[at - 1]!
  return !SENTENCE_END.test(text.slice(start, end))
}
