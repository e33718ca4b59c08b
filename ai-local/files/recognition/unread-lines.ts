/**
 * Lines of letters of which no reading saw a word: where a recognizer finds no line, the page still
 * shows ink in the shape of one.
 */
import { UNREADABLE } from '../../../core/file/unsure-marks.ts'
import type { Piece } from '../layout/piece.ts'
import type { Letters, Run } from './letters.ts'
import type { Box } from './marks.ts'

/** Fewer are a stroke of a pen, a sign, dust. */
const LEAST_LETTERS = 4
/** Share of its letters that lie in no word. */
const UNSEEN = 0.7

export function unreadLines({ runs }: Letters, seen: readonly Piece[]): Piece[] {
  const isUnseen = (letter: Box) => !seen.some((word) => isIn(letter, word))
  return runs.flatMap((run): Piece[] => {
    const unseen = run.filter(isUnseen)
    if (unseen.length < LEAST_LETTERS || unseen.length < UNSEEN * run.length) return []
    return [{ text: UNREADABLE, ...around(unseen) }]
  })
}

function isIn({ x0, y0, x1, y1 }: Box, word: Piece): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return x >= word.x0 && x <= word.x1 && y >= word.y0 && y <= word.y1
}

function around(run: Run): Box {
  return {
    x0: Math.min(...run.map(({ x0 }) => x0)),
    y0: Math.min(...run.map(({ y0 }) => y0)),
    x1: Math.max(...run.map(({ x1 }) => x1)),
    y1: Math.max(...run.map(({ y1 }) => y1)),
  }
}
