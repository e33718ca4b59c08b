/**
 * A certain find is written in the place of what was heard, which is kept beside it; an uncertain
 * one is offered, and the text stays as it is.
 */
import type { HeardWord, PlacedPiece } from '../ports.ts'
import { readWords } from '../words.ts'
import type { Find } from './find-names.ts'
import { pieceWords } from './piece-words.ts'

export type HeardPiece = Pick<PlacedPiece, 'text' | 'startMs' | 'endMs' | 'words'>

/** One for each written word, with or without what the engine told of it. */
export function heardWords(piece: HeardPiece): HeardWord[] {
  return readWords([piece]).map((word): HeardWord => {
    const heard = piece.words?.find(({ from, to }) => from <= word.from && to >= word.to)
    const { from, to, startMs, endMs } = word
    return heard ?? { from, to, startMs, endMs, confidence: null }
  })
}

export function leastOf(words: readonly HeardWord[]): number | null {
  const told = words.flatMap(({ confidence }) => confidence ?? [])
  return told.length === 0 ? null : Math.min(...told)
}

/**
 * Text and words anew, from the first word to the last.
 *
 * @param finds in order, without overlap
 */
export function writeFinds<Piece extends HeardPiece>(piece: Piece, finds: readonly Find[]): Piece {
  const written = pieceWords(piece.text)
  const words = heardWords(piece)
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
    // A piece that begins small goes on what the one before it began.
    const goesOn = from === 0 && /^\p{Ll}/u.test(heard)
    const isFirst = startsSentence(piece.text, from) && !goesOn
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
