/**
 * What the recognizer wrote as other words, found again by its sound: names of medicines ("Los
 * Artana", "tapagli flosina"), then other words of consultations ("patimentos por minuto"). A
 * certain find is written, an uncertain one offered (`write-finds.ts`).
 */

import { findMisheard, type MisheardDeps } from './find-misheard.ts'
import {
  certainFind,
  type Find,
  type FindDeps,
  findNames,
  overlap,
  withoutOverlap,
} from './find-names.ts'
import { findNamesInContext } from './names-in-context.ts'
import { findNumberForms } from './number-forms.ts'
import { fold, namedWords, type PieceWord, pieceWords } from './piece-words.ts'
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
