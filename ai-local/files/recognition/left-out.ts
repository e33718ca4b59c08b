/**
 * What stands in a row and was seen by no reading: ink of the height of its letters, between or
 * behind its words. A value that is lost there leaves its name beside its range.
 */
import { UNREADABLE } from '../../../core/file/unsure-marks.ts'
import type { GreyPicture } from '../grey-picture.ts'
import { boxOf, heightOf, type Piece } from '../layout/piece.ts'
import { intoRows } from '../layout/rows.ts'
import { type Mark, marksIn } from './marks.ts'

/** Shares of the height of the row's words. */
const LETTER = { least: 0.55, most: 1.3 }
/** Rules of a table are thinner, pictures wider. */
const WIDTH = { least: 0.1, most: 2.5 }
/** Around a word: its own letters reach beyond its box. */
const MARGIN = 0.35
/** Rows that lie more askew than this are not looked through. */
const MOST_ASKEW = 0.5

export function leftOut(picture: GreyPicture, seen: readonly Piece[]): Piece[] {
  const right = Math.max(0, ...seen.map(({ x1 }) => x1))
  return intoRows(seen).flatMap((row) => leftOutOf(picture, row, right))
}

function leftOutOf(picture: GreyPicture, row: readonly Piece[], right: number): Piece[] {
  const letters = row.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  if (letters.length < 2) return []
  const [top, bottom] = [median(letters.map(({ y0 }) => y0)), median(letters.map(({ y1 }) => y1))]
  const height = median(letters.map(heightOf))
  if (Math.abs(boxOf(letters).y0 - top) > MOST_ASKEW * height) return []
  const band = {
    x0: Math.floor(row[0]!.x0),
    y0: Math.floor(top),
    x1: Math.ceil(right),
    y1: Math.ceil(bottom),
  }
  const [left, margin] = [Math.max(0, band.x0), MARGIN * height]
  const isNew = ({ x0, x1 }: Mark) =>
    !row.some((word) => left + x0 < word.x1 + margin && left + x1 > word.x0 - margin)
  const isLetter = ({ x0, y0, x1, y1 }: Mark) =>
    y1 - y0 >= LETTER.least * height &&
    y1 - y0 <= LETTER.most * height &&
    x1 - x0 >= WIDTH.least * height &&
    x1 - x0 <= WIDTH.most * height
  const found = marksIn(picture, band)
    .filter((mark) => isLetter(mark) && isNew(mark))
    .sort((a, b) => a.x0 - b.x0)
  return together(found, height).map(({ x0, x1 }) => ({
    text: UNREADABLE,
    x0: left + x0,
    y0: top,
    x1: left + x1,
    y1: bottom,
  }))
}

/** Letters that stand close are one word. */
function together(marks: readonly Mark[], height: number): Mark[] {
  const words: Mark[] = []
  for (const mark of marks) {
    const before = words.at(-1)
    if (before && mark.x0 - before.x1 < height) before.x1 = Math.max(before.x1, mark.x1)
    else words.push({ ...mark })
  }
  return words
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
