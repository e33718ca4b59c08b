/**
 * Names of medicines that the recognizer wrote as Portuguese words ("tomo homem prazo 20
 * miligramas em jejum"), which their sound alone never says: found where a medicine is much more
 * probable between the words around than what was written, and only one sounds like it.
 */
import {
  ALL_ORDINARY,
  type DoubtfulWords,
  isSpoken,
  isWrittenLarge,
  type MisheardDeps,
  PER_CONFIDENCE,
  PER_DISTANCE,
  PER_WORD_LESS,
  SURE,
  WITHOUT_CONFIDENCE,
} from './find-misheard.ts'
import { FEWEST_SOUNDS, type Find, type FindDeps, isApart, overlap } from './find-names.ts'
import type { Near } from './name-index.ts'
import { fold } from './piece-words.ts'
import { joinSounds, soundsOf } from './sounds.ts'
import { talkAround } from './talk-around.ts'
import { MEDICINE } from './word-model.ts'

/** "para seta a um ou" is paracetamol. */
const MOST_WORDS = 6
type FoundNear = Find & Pick<Near, 'distance'>

/** Farthest, for each sound of what was heard. */
const PER_SOUND = 0.18
/** How many of a visit's medicines are one that it names elsewhere (natural logarithm). */
const MENTIONED = Math.log(0.35)

/** Those that overlap are rivals (`withoutOverlap`). */
export function findNamesInContext(
  { text, words, fixed, confidenceOf, before, behind }: DoubtfulWords,
  mentioned: ReadonlySet<string>,
  { model }: Pick<MisheardDeps, 'model'>,
  deps: FindDeps,
): Find[] {
  const spoken = words.map(({ from, to }) => model.wordsOf(text.slice(from, to)))
  const around = talkAround({ spoken, before, behind }, model)
  const finds: FoundNear[] = []
  for (let first = 0; first < words.length; first++) {
    let sounds = ''
    let isOrdinary = true
    for (let last = first; last < Math.min(words.length, first + MOST_WORDS); last++) {
      const parts = spoken[last]!
      if (fixed[last] || !isSpoken(text, words[last]!, parts)) break
      for (const part of parts) sounds = joinSounds(sounds, soundsOf(part))
      isOrdinary &&= words[last]!.parts.every(deps.isOrdinary)
      const find = sounds.length >= FEWEST_SOUNDS && judge(sounds, isOrdinary, first, last)
      if (find) finds.push(find)
      if (words[last]!.ends && !words[last]!.isBeforeComma) break
    }
  }
  return finds.filter((one) => !finds.some((other) => saysMore(other, one)))

  function judge(sounds: string, isOrdinary: boolean, first: number, last: number) {
    const confidence = confidenceOf(first, last) ?? SURE
    const isBelieved = isOrdinary && confidence > SURE
    if (isBelieved || (first === last && isWrittenLarge(text, words, first))) return undefined
    const [best, ...others] = deps.index.findNear(sounds, sounds.length * PER_SOUND)
    if (!best || !others.every((other) => isApart(best, other, deps))) return undefined
    const { name } = best.entry
    const was = spoken.slice(first, last + 1).flat()
    const gain =
      around.probabilityOf([MEDICINE], first, last) +
      (mentioned.has(fold(name)) ? MENTIONED : model.logShareOf(name)) -
      around.probabilityOf(was, first, last)
    const evidence =
      gain -
      PER_DISTANCE * best.distance -
      PER_CONFIDENCE * (WITHOUT_CONFIDENCE + confidence) -
      (isOrdinary ? ALL_ORDINARY : 0) -
      PER_WORD_LESS * (was.length - 1)
    if (evidence <= 0) return undefined
    const { distance } = best
    return { first, last, name, article: '', evidence, isCertain: true, distance }
  }
}

/** "para seta a um ou" is more, and nearer to paracetamol, than "seta a um ou" to sotalol. */
function saysMore(one: FoundNear, other: FoundNear): boolean {
  const isLonger = one.last - one.first > other.last - other.first
  return isLonger && one.name !== other.name && overlap(one, other) && one.distance < other.distance
}
