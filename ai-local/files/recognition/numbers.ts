import { UNSURE_NUMBER } from '../../../core/file/unsure-marks.ts'

/** Numbers in what was recognized, and how one is marked that may be another. */

/** Digits with what stands between them; not those of a name, as in T4 or B12. */
const NUMBER = /(?<![\p{L}\d.,:/])\d+(?:[.,:/]\d+)*/gu
/** "9,2a10,5": a range whose blanks were lost. */
const CLOSE_RANGE = /(?<=\d)a(?=\d|$)/gu
/** "al4,4": letters run into a number, so it is not the one that was printed. */
const RUN_INTO = /\p{L}\d*[.,]\p{L}?\d/u

/** Stands behind the number. */
const MARK = ` ${UNSURE_NUMBER}`

export function numbersIn(text: string): string[] {
  return spaced(text).match(NUMBER) ?? []
}

/** "S8ge": a digit in the midst of letters. */
const AMIDST = /\p{L}\d+\p{L}/u

export function hasDigitAmidst(text: string): boolean {
  return AMIDST.test(text)
}

/** A number that cannot be told apart from the letters around it. */
export function isRunInto(text: string): boolean {
  return RUN_INTO.test(text)
}

export function withMarks(text: string): string {
  const marked = spaced(text).replace(NUMBER, (number) => number + MARK)
  const isOpen = !marked.includes(MARK) || (isRunInto(text) && !marked.endsWith(MARK))
  return isOpen ? marked + MARK : marked
}

/** As a range is written. */
export function spaced(text: string): string {
  return text.replace(CLOSE_RANGE, ' a ').trim()
}
