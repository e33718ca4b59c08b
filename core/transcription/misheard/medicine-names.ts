/**
 * What the recognizer wrote as other words, found again by its sound: names of medicines ("Los
 * Artana", "tapagli flosina"), then other words of consultations ("patimentos por minuto"). A
 * certain find is written, an uncertain one offered (`write-finds.ts`).
 */

import {
  ALL_ORDINARY,
  type DoubtfulWords,
  findMisheard,
  isSpoken,
  isWrittenLarge,
  type MisheardDeps,
  PER_CONFIDENCE,
  PER_DISTANCE,
  PER_WORD_LESS,
  SURE,
  WITHOUT_CONFIDENCE,
} from './find-misheard.ts'
import {
  certainFind,
  FEWEST_SOUNDS,
  type Find,
  type FindDeps,
  findNames,
  isApart,
  overlap,
  withoutOverlap,
} from './find-names.ts'
import type { Near } from './name-index.ts'
import { findNumberForms } from './number-forms.ts'
import { fold, namedWords, type PieceWord, pieceWords } from './piece-words.ts'
import { joinSounds, soundsOf } from './sounds.ts'
import { MEDICINE, talkAround } from './word-model.ts'
import { type HeardPiece, heardWords, leastOf, writeFinds } from './write-finds.ts'

export type NameMedicines = <Piece extends HeardPiece>(piece: Piece, visit?: VisitAround) => Piece

/** What is known of the visit beside a piece. */
export interface VisitAround {
  /** Folded names of medicines; those of the piece are added. */
  mentioned: Set<string>
  /** What is said right before the piece, and right behind it. */
  before: string
  behind: string
}

const nothingAround = (): VisitAround => ({ mentioned: new Set(), before: '', behind: '' })

interface Deps extends FindDeps {
  /** Every name as people write it, folded: what is written so is left alone. */
  isKnown(name: string): boolean
  /** The most words that a known name has. */
  longest: number
  /** Folded name → its ingredient as it is written here, where both sound the same. */
  spellings: ReadonlyMap<string, string>
  /** Where nobody counted what is said in consultations, only names are found. */
  misheard: MisheardDeps | null
}

/** A piece where nothing sounds like a name is returned as it is. */
export function medicineNames({
  isKnown,
  longest,
  spellings,
  misheard,
  ...deps
}: Deps): NameMedicines {
  return (piece, { mentioned, before, behind } = nothingAround()) => {
    const written = pieceWords(piece.text)
    const words = heardWords(piece)
    for (const { parts } of written)
      for (const part of parts) if (isKnown(part)) mentioned.add(part)
    const decided = words.map(({ heard, offered }) => heard !== undefined || offered !== undefined)
    const isName = namedWords(written, isKnown, longest)
    const fixed = isName.map((named, at) => named || decided[at]!)
    const confidenceOf = (first: number, last: number) => leastOf(words.slice(first, last + 1))
    const byName = findNames({ words: written, named: fixed, confidenceOf }, deps)
    const certain = byName.filter(({ isCertain }) => isCertain)
    certain.push(...respelled(written, decided, spellings))
    fix(certain)
    const { text } = piece
    const heard = { text, words: written, fixed, confidenceOf, before, behind }
    const inContext = misheard ? findNamesInContext(heard, mentioned, misheard, deps) : []
    const offered = byName.filter(({ isCertain }) => !isCertain)
    fix(offered)
    const forms = misheard ? wholeForms(text, written, fixed) : []
    fix(forms)
    const others = misheard ? findMisheard(heard, misheard) : []
    const all = [...certain, ...forms, ...withoutOverlap([...inContext, ...others])]
    all.push(...offered.filter((one) => !all.some((other) => overlap(one, other))))
    all.sort((a, b) => a.first - b.first)
    for (const find of [...certain, ...inContext])
      if (all.includes(find)) mentioned.add(fold(find.name))
    return all.length === 0 ? piece : writeFinds(piece, all)

    function fix(finds: readonly Find[]) {
      for (const { first, last } of finds) fixed.fill(true, first, last + 1)
    }
  }
}

function respelled(
  words: readonly PieceWord[],
  decided: readonly boolean[],
  spellings: ReadonlyMap<string, string>,
): Find[] {
  return words.flatMap(({ parts }, at) => {
    const name = decided[at] ? undefined : spellings.get(parts.join(' '))
    return name === undefined ? [] : [certainFind(at, at, name)]
  })
}

/** Numbers in forms that nobody says, where they are whole words. */
function wholeForms(text: string, words: readonly PieceWord[], fixed: readonly boolean[]): Find[] {
  return findNumberForms(text).flatMap(({ from, to, written }) => {
    const first = words.findIndex((word) => word.from === from)
    const last = words.findIndex((word) => word.to >= to)
    const isWhole =
      first >= 0 && last >= first && /^[^\p{L}\p{N}]*$/u.test(text.slice(to, words[last]!.to))
    if (!isWhole || fixed.slice(first, last + 1).includes(true)) return []
    return [certainFind(first, last, written)]
  })
}

/** "para seta a um ou" is paracetamol. */
const MOST_WORDS = 6
type FoundNear = Find & Pick<Near, 'distance'>

/** Farthest, for each sound of what was heard. */
const PER_SOUND = 0.18
/** How many of a visit's medicines are one that it names elsewhere (natural logarithm). */
const MENTIONED = Math.log(0.35)

/**
 * Names of medicines that the recognizer wrote as Portuguese words ("tomo homem prazo 20
 * miligramas em jejum"), which their sound alone never says: found where a medicine is much more
 * probable between the words around than what was written, and only one sounds like it.
 *
 * Those that overlap are rivals (`withoutOverlap`).
 */
function findNamesInContext(
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
