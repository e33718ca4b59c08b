import { UNREADABLE, UNSURE_NUMBER } from '../../../core/file/file.ts'
import type { UnusedPart } from '../../../core/input-use/input-use.ts'
import type { Piece } from '../layout/piece.ts'
import type { Letters, Run } from './letters.ts'
import type { Box } from './marks.ts'

interface Outcome {
  isDirectionSure: boolean
  /** The page is a picture: without words, it was not read. */
  mustHaveText: boolean
  hasText: boolean
  isTooBent: boolean
  hasFigure: boolean
  /** Rows that were seen and not trusted. */
  doubted: number
  numbersUnsure: number
}

/** Numbers that are marked: one word may hold several. */
export function countUnsure(words: readonly { text: string }[]): number {
  return words.reduce((sum, { text }) => sum + text.split(UNSURE_NUMBER).length - 1, 0)
}

/** What recognition leaves open of a page. */
export function unsureParts(page: number, outcome: Outcome): UnusedPart[] {
  const { isDirectionSure, mustHaveText, hasText, isTooBent, hasFigure } = outcome
  const { doubted, numbersUnsure } = outcome
  if (!isDirectionSure) return [{ code: 'direction_unsure', page }]
  if (!hasText) return mustHaveText ? [{ code: 'page_without_text', page }] : []
  return [
    ...(isTooBent ? [{ code: 'page_bent', page } as const] : []),
    ...(hasFigure ? [{ code: 'figure_not_read', page } as const] : []),
    ...(doubted > 0 ? [{ code: 'rows_unsure', page, count: doubted } as const] : []),
    ...(numbersUnsure > 0 ? [{ code: 'numbers_unsure', page, count: numbersUnsure } as const] : []),
  ]
}

/** Texts side by side that were read across. */
export function unsureColumns(page: number, count: number): UnusedPart[] {
  return count > 0 ? [{ code: 'columns_unsure', page, count }] : []
}

/** Fewer are a stroke of a pen, a sign, dust. */
const LEAST_LETTERS = 4
/** Share of its letters that lie in no word. */
const UNSEEN = 0.7

/**
 * Lines of letters of which no reading saw a word: where a recognizer finds no line, the page still
 * shows ink in the shape of one.
 */
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
