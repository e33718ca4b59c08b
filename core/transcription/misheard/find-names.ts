/**
 * Where other words may stand for the name of a medicine: up to four neighbouring words are
 * compared with the names by sound, and the evidence is weighed. Words that are all Portuguese are
 * left alone, whatever they sound like.
 *
 * The evidence counts sounds: those of the name, less what differs, more where somebody speaks of
 * taking medicines and where the recognizer was unsure. A long name is thereby found in worse words
 * than a short one, which other words resemble by chance.
 */
import type { NameIndex, Near } from './name-index.ts'
import type { PieceWord } from './piece-words.ts'
import { joinSounds, soundsOf } from './sounds.ts'

export interface Find {
  /** Words [first, last]. */
  first: number
  last: number
  name: string
  /**
   * "a" or "o", where the first word begins with it ("alevo chiroxina") and it is no part of the
   * name.
   */
  article: string
  evidence: number
  isCertain: boolean
}

/** Of something that is no choice among others. */
export function certainFind(first: number, last: number, name: string): Find {
  return { first, last, name, article: '', evidence: 0, isCertain: true }
}

export interface HeardWords {
  words: readonly PieceWord[]
  /** Those that are a name already. */
  named: readonly boolean[]
  /** The least sure of some words, 0 to 1; null where the engine does not tell. */
  confidenceOf(first: number, last: number): number | null
}

export interface FindDeps {
  index: NameIndex
  isOrdinary(part: string): boolean
  /** Two ingredients with names that are known to be taken for each other. */
  areLookAlikes(one: string, other: string): boolean
}

const MOST_WORDS = 4
export const FEWEST_SOUNDS = 5

/** What one unit of distance takes from the evidence. */
const PER_DISTANCE = 3.5
const ALL_ORDINARY = 1
const MEDICINE_TALK = 1
/** A recognizer writes one where somebody pauses within a name. */
const PER_COMMA = 1.5
/** What the recognizer's doubt adds, from none at this confidence to the most at 0. */
const SURE = 0.6
const PER_DOUBT = 2
/** Enough to write the name; enough to offer it. */
const CERTAIN = 6.25
const OFFERED = 4.5
/**
 * How much nearer it must be than the next medicine, and than one that it is known to be taken for.
 */
const APART = 0.4
const LOOK_ALIKES_APART = 0.8

/**
 * Distance that an article costs which was heard as a part of the name; letters of a word that may
 * hold one.
 */
const PER_ARTICLE = 0.2
const SHORTEST_WITH_ARTICLE = 4

type Reading = Near & Pick<Find, 'article'>

/** In order, without overlap. */
export function findNames(heard: HeardWords, deps: FindDeps): Find[] {
  const { words, named, confidenceOf } = heard
  const finds: Find[] = []
  for (let first = 0; first < words.length; first++) {
    let sounds = ''
    let letters = 0
    let ordinary = 0
    let commas = 0
    for (let last = first; last < Math.min(words.length, first + MOST_WORDS); last++) {
      const { parts, ends, isBeforeComma } = words[last]!
      if (named[last] || parts.length === 0 || parts.some((part) => /\d/.test(part))) break
      for (const part of parts) {
        sounds = joinSounds(sounds, soundsOf(part))
        letters += part.length
        if (deps.isOrdinary(part)) ordinary += part.length
      }
      const find =
        ordinary < letters && sounds.length >= FEWEST_SOUNDS
          ? judge(sounds, ordinary / letters, first, last, commas)
          : undefined
      if (find) finds.push(find)
      if (ends && !isBeforeComma) break
      if (isBeforeComma) commas++
    }
  }
  return withoutOverlap(finds)

  function judge(sounds: string, ordinary: number, first: number, last: number, commas: number) {
    const most = Math.max(1.2, sounds.length * 0.3)
    const [best, ...others] = readings(sounds, most, words[first]!.parts[0]!)
    if (!best) return undefined
    const confidence = confidenceOf(first, last) ?? SURE
    const evidence =
      best.length -
      PER_DISTANCE * best.distance -
      ALL_ORDINARY * ordinary -
      PER_COMMA * commas +
      (isMedicineTalk(words, first, last) ? MEDICINE_TALK : 0) +
      PER_DOUBT * Math.max(0, SURE - confidence)
    if (evidence < OFFERED) return undefined
    const isCertain =
      evidence >= CERTAIN &&
      others.every((other) => isApart(best, other, deps)) &&
      !(followsUnknown(first) && deps.index.hasLonger(best.entry))
    return { first, last, name: best.entry.name, article: best.article, evidence, isCertain }
  }

  /**
   * With the article that the first word may begin with, and without; the nearer reading of each
   * ingredient.
   */
  function readings(sounds: string, most: number, word: string): Reading[] {
    const [article = ''] = word.length >= SHORTEST_WITH_ARTICLE ? (/^[ao]/.exec(word) ?? []) : []
    const whole = deps.index.findNear(sounds, most)
    if (article === '') return whole.map((near) => ({ ...near, article }))
    const nearest = new Map<string, Reading>()
    const rest = deps.index.findNear(sounds.slice(1), most)
    for (const reading of [
      ...whole.map((near) => ({ ...near, article: '' })),
      ...rest.map((near) => ({ ...near, article, distance: near.distance + PER_ARTICLE })),
    ]) {
      const before = nearest.get(reading.entry.ingredient)
      if (!before || reading.distance < before.distance)
        nearest.set(reading.entry.ingredient, reading)
    }
    return [...nearest.values()].sort((a, b) => a.distance - b.distance)
  }

  /** The word before it means nothing either, and may be the beginning of a longer name. */
  function followsUnknown(first: number): boolean {
    const before = words[first - 1]
    if (!before || before.ends || named[first - 1]) return false
    return !before.parts.every(deps.isOrdinary)
  }
}

export function isApart(
  best: Near,
  other: Near,
  { areLookAlikes }: Pick<FindDeps, 'areLookAlikes'>,
): boolean {
  const gap = other.distance - best.distance
  const alike = areLookAlikes(best.entry.ingredient, other.entry.ingredient)
  return gap >= Math.max(alike ? LOOK_ALIKES_APART : APART, best.distance * (alike ? 1 : 0.5))
}

/** The strongest first; what overlaps with a stronger one is no find. In order of the text. */
export function withoutOverlap(finds: readonly Find[]): Find[] {
  const chosen: Find[] = []
  for (const find of [...finds].sort((a, b) => b.evidence - a.evidence))
    if (!chosen.some((other) => overlap(find, other))) chosen.push(find)
  return chosen.sort((a, b) => a.first - b.first)
}

export function overlap(
  one: Pick<Find, 'first' | 'last'>,
  other: Pick<Find, 'first' | 'last'>,
): boolean {
  return one.last >= other.first && one.first <= other.last
}

const TALK_WORDS = 6

function isMedicineTalk(words: readonly PieceWord[], first: number, last: number): boolean {
  const around = [
    ...words.slice(Math.max(0, first - TALK_WORDS), first),
    ...words.slice(last + 1, last + 1 + TALK_WORDS),
  ]
  return around.some(({ parts }) => parts.some((part) => TALK.test(part)))
}

/** Folded words that are said where medicines are taken, given, dosed or changed. */
const TALK =
  /^(?:tom(?:a|o|ar|ou|ei|ando|ava|am|e)|us(?:a|o|ar|ou|ei|ando|ava|am|e)|mg|ml|miligramas?|mililitros?|comprimidos?|capsulas?|gotas?|gotinhas?|receit\w+|prescrev\w+|doses?|remedios?|medica\w+|antibiotic\w+|pomada|xarope|injecao|bombinha|jejum|alergia|efeito|fez|fazer|faco|associ\w+|comec\w+|suspend\w+|parar|parei|troc\w+|deram|dei|dar|veia|farmacia|posto|jatos?|aplic\w+)$/
