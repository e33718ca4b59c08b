/**
 * Places that are drawn in full, as codes, bars and photographs are: what a recognizer doubts there
 * is no row of the page. Rows have paper above and below, and handwriting is of thin strokes.
 */
import type { GreyPicture } from '../grey-picture.ts'
import type { Piece } from '../layout/piece.ts'
import type { Letters } from './letters.ts'
import type { Box } from './marks.ts'

/** Share of ink: bold letters have less, and rows with the paper around them far less. */
const LEAST_INK = 0.35
/** What is looked at around a piece, in heights of the page's letters. */
const AROUND = 2

/** @returns whether a piece of the picture lies in a drawing */
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
