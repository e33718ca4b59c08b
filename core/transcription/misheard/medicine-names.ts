/**
 * What the recognizer wrote as other words, found again by its sound: names of medicines ("Los
 * Artana", "tapagli flosina"), then other words of consultations ("patimentos por minuto"). A
 * certain find is written in the place of what was heard, which is kept beside it; an uncertain one
 * is offered, and the text stays as it is.
 */

import type { HeardWord, PlacedPiece } from '../ports.ts'
import { readWords } from '../words.ts'
import { findMisheard, type MisheardDeps } from './find-misheard.ts'
import { type Find, type FindDeps, findNames, overlap, withoutOverlap } from './find-names.ts'
import { findNamesInContext } from './names-in-context.ts'
import { findNumberForms } from './number-forms.ts'
import { fold, namedWords, type PieceWord, pieceWords } from './piece-words.ts'

export type NameMedicines = <
  Piece extends Pick<PlacedPiece, 'text' | 'startMs' | 'endMs' | 'words'>,
>(
  piece: Piece,
  visit?: VisitAround,
) => Piece

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
    const words = readWords([piece]).map((word): HeardWord => {
      const heard = piece.words?.find(({ from, to }) => from <= word.from && to >= word.to)
      const { from, to, startMs, endMs } = word
      return heard ?? { from, to, startMs, endMs, confidence: null }
    })
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
    return all.length === 0 ? piece : withNames(piece, written, words, all)

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

function certainFind(first: number, last: number, name: string): Find {
  return { first, last, name, article: '', evidence: 0, isCertain: true }
}

function leastOf(words: readonly HeardWord[]): number | null {
  const told = words.flatMap(({ confidence }) => confidence ?? [])
  return told.length === 0 ? null : Math.min(...told)
}

/** Text and words anew, from the first word to the last. */
function withNames<Piece extends Pick<PlacedPiece, 'text' | 'words'>>(
  piece: Piece,
  written: readonly PieceWord[],
  words: readonly HeardWord[],
  finds: readonly Find[],
): Piece {
  let text = ''
  let copied = 0
  const marked: HeardWord[] = []
  const keep = (from: number, to: number) => {
    for (const word of new Set(words.slice(from, to)))
      marked.push(shifted(word, text.length - copied))
  }
  let next = 0
  for (const { first, last, name, article, isCertain } of finds) {
    keep(next, first)
    const { from } = written[first]!
    const { to } = written[last]!
    const heard = piece.text.slice(from, to)
    const [, before = '', core = '', behind = ''] = AROUND.exec(heard) ?? []
    const full = article === '' ? name : `${article} ${name}`
    const isFirst = startsSentence(piece.text, from) && !/^\p{Ll}/u.test(piece.text)
    const spelled = isFirst ? capitalized(full) : full
    text += piece.text.slice(copied, from)
    const start = text.length
    text += isCertain ? `${before}${spelled}${behind}` : heard
    copied = to
    marked.push({
      from: start,
      to: text.length,
      startMs: words[first]!.startMs,
      endMs: words[last]!.endMs,
      confidence: leastOf(words.slice(first, last + 1)),
      ...(isCertain ? { heard: core } : { offered: spelled }),
    })
    next = last + 1
  }
  keep(next, words.length)
  return { ...piece, text: text + piece.text.slice(copied), words: marked }
}

/** Words without the punctuation around them. */
const AROUND = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su

function shifted(word: HeardWord, by: number): HeardWord {
  return by === 0 ? word : { ...word, from: word.from + by, to: word.to + by }
}

function startsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?…]["”»')\]]*)\s*$/.test(text.slice(0, at))
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
