/**
 * What stands in a row and was seen by no reading: ink of the height of its letters, between or
 * behind its words. A value that is lost there leaves its name beside its range.
 */
import { UNREADABLE } from '../../../core/file/file.ts'
import type { GreyPicture } from '../grey-picture.ts'
import { boxOf, heightOf, type Piece } from '../layout/piece.ts'
import { intoRows } from '../layout/rows.ts'
import type { Letters } from './letters.ts'
import { type Box, type Mark, marksIn } from './marks.ts'

/** Shares of the height of the row's words. */
const LETTER = { least: 0.55, most: 1.3 }
/** Rules of a table are thinner, pictures wider. */
const WIDTH = { least: 0.1, most: 2.5 }
/** Around a word: its own letters reach beyond its box. */
const MARGIN = 0.35
/** Lines of a table, in heights as well: how thick, and how far beyond the row they are seen. */
const RULE = { thick: 0.3, beyond: 0.4 }
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
    .filter((mark) => isLetter(mark) && isNew(mark) && !isRule(picture, mark, band, height))
    .sort((a, b) => a.x0 - b.x0)
  return together(found, height).map(({ x0, x1 }) => ({
    text: UNREADABLE,
    x0: left + x0,
    y0: top,
    x1: left + x1,
    y1: bottom,
  }))
}

/** A line of a table: ink through the whole row, thin, that goes on above it and below. */
function isRule(picture: GreyPicture, mark: Mark, row: Box, height: number): boolean {
  const left = Math.max(0, row.x0)
  const isThin = mark.x1 - mark.x0 <= RULE.thick * height
  if (!isThin || mark.y0 > 0 || mark.y1 < row.y1 - Math.max(0, row.y0)) return false
  const beyond = Math.round(RULE.beyond * height)
  const around = {
    x0: left + mark.x0 - 1,
    y0: row.y0 - beyond,
    x1: left + mark.x1 + 1,
    y1: row.y1 + beyond,
  }
  return marksIn(picture, around).some(({ y0, y1 }) => y1 - y0 >= row.y1 - row.y0 + 1.8 * beyond)
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

/** Share of ink: bold letters have less, and rows with the paper around them far less. */
const LEAST_INK = 0.35
/** What is looked at around a piece, in heights of the page's letters. */
const AROUND = 2

/**
 * Places that are drawn in full, as codes, bars and photographs are: what a recognizer doubts there
 * is no row of the page. Rows have paper above and below, and handwriting is of thin strokes.
 * @returns whether a piece of the picture lies in a drawing
 */
export function drawings({ ink, height }: Letters): (piece: Piece) => boolean {
  return ({ x0, x1, y0, y1 }) => {
    const share = (above: number, below: number) =>
      inkShare(ink, { x0, x1, y0: y0 - above * height, y1: y1 + below * height })
    if (share(0, 0) < LEAST_INK) return false
    const around = [share(AROUND, 0), share(AROUND / 2, AROUND / 2), share(0, AROUND)]
    return Math.max(...around) >= LEAST_INK
  }
}

function inkShare({ data, width, height }: GreyPicture, box: Box): number {
  const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))
  const [x0, x1] = [within(box.x0, width), within(box.x1, width)]
  const [y0, y1] = [within(box.y0, height), within(box.y1, height)]
  let dark = 0
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) if (data[y * width + x] === 0) dark++
  return dark / Math.max(1, (x1 - x0) * (y1 - y0))
}
