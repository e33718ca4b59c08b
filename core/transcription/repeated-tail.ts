/**
 * Words that stand twice because the recognizer put them at the end of the utterance before theirs:
 * that one is too short for all it is said to hold, and the next, heard again by itself, is just
 * these words. They stay where they were heard by themselves.
 */
import { plainWords } from './plain-words.ts'
import type { RecognizedPiece } from './ports.ts'
import { letterCount } from './unheard-voice.ts'

type Timed = Pick<RecognizedPiece, 'startMs' | 'endMs' | 'text' | 'words'>

/** Faster than anybody speaks, with numbers as the figures that are written. */
const LETTERS_PER_SECOND = 18
/** A figure is said with more letters than one. */
const LETTERS_PER_FIGURE = 5
/** Between the end of one and the beginning of the other. */
const NEAR_MS = 2000

/** @param pieces in order of time. Those that held nothing else are left out */
export function withoutRepeatedTails<Piece extends Timed>(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, index) => {
    const next = pieces[index + 1]
    const from = next && isTooFast(piece) ? repeatedFrom(piece, next) : undefined
    return from === undefined ? [piece] : cutAt(piece, from)
  })
}

function isTooFast(piece: Timed): boolean {
  const figures = piece.text.match(/\d/g)?.length ?? 0
  const letters = letterCount([piece]) + (LETTERS_PER_FIGURE - 1) * figures
  return letters * 1000 > LETTERS_PER_SECOND * (piece.endMs - piece.startMs)
}

/** The character of `piece` where the words of `next` begin, if it ends with all of them. */
function repeatedFrom(piece: Timed, next: Timed): number | undefined {
  if (next.startMs - piece.endMs > NEAR_MS) return undefined
  const tail = plainWords(next.text)
  if (tail.length < 2 && !/\d/.test(next.text)) return undefined
  const words = [...piece.text.matchAll(/\S+/g)]
  for (const { index } of words)
    if (plainWords(piece.text.slice(index)).join(' ') === tail.join(' ')) return index
  return undefined
}

function cutAt<Piece extends Timed>(piece: Piece, at: number): Piece[] {
  const text = piece.text.slice(0, at).trimEnd()
  if (plainWords(text).length === 0) return []
  const words = piece.words?.filter(({ from }) => from < at)
  return [{ ...piece, text, ...(words && { words }) }]
}
