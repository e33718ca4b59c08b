import { UNSURE_NUMBER } from '../../../core/file/unsure-marks.ts'
import type { UnusedPart } from '../../../core/input-use/input-use.ts'

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
