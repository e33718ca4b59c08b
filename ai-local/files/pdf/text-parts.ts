/**
 * The words of a page's text, each with the letters that the page draws for it. pdf.js gives both
 * in the order of the page, the text with blanks of its own, the letters with their operators.
 */
import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Piece } from '../layout/piece.ts'
import type { PageGlyph } from './page-glyphs.ts'

export type Box = Omit<Piece, 'text'>

/** Letters of one word that one operator draws. */
export interface Part {
  run: number
  /** In the run's text. */
  from: number
  to: number
  /** None, where those of a run are not found among what is drawn. */
  glyphs: PageGlyph[]
  box: Box
  area: number
  height: number
  /** It holds letters or digits. */
  isWord: boolean
}

/** How far a run is looked for among what is drawn. */
const MOST_TRIES = 50

/**
 * @param runs in the order in which the page draws them
 * @returns also how many words are drawn outside the page and are none of its text
 */
export function textParts(
  runs: readonly Piece[],
  glyphs: readonly PageGlyph[],
  page: PageViewport,
): { parts: Part[]; outside: number } {
  const owners: PageGlyph[] = []
  let drawn = ''
  for (const glyph of glyphs) {
    const letters = lettersIn(glyph.text)
    drawn += letters
    for (let unit = 0; unit < letters.length; unit++) owners.push(glyph)
  }
  const found = new Set<PageGlyph>()
  let from = 0
  const parts = runs.flatMap((run, index) => {
    const letters = lettersIn(run.text)
    const at = letters === '' ? -1 : place(letters, run)
    if (at < 0) return letters === '' ? [] : [unfound(run, index)]
    const own = owners.slice(at, at + letters.length)
    for (const glyph of own) found.add(glyph)
    from = at + letters.length
    return wordsOf(run, index, own)
  })
  return { parts, outside: countOutside(glyphs, found, page) }

  function place(letters: string, run: Piece): number {
    let at = drawn.indexOf(letters, from)
    for (let tries = 0; at >= 0 && tries < MOST_TRIES; tries++) {
      if (isNear(owners[at]!.box, run)) return at
      at = drawn.indexOf(letters, at + 1)
    }
    return -1
  }
}

/** As both tell them: without blanks and marks of format, ligatures taken apart. */
function lettersIn(text: string): string {
  return [...text].map((one) => one.normalize('NFKC').replace(UNSEEN, '')).join('')
}

const UNSEEN = /[\s\p{Cf}\p{Cc}]/gu

function isNear(box: Box, run: Box): boolean {
  const margin = 2 + Math.min(run.y1 - run.y0, run.x1 - run.x0)
  return (
    box.x1 >= run.x0 - margin &&
    box.x0 <= run.x1 + margin &&
    box.y1 >= run.y0 - margin &&
    box.y0 <= run.y1 + margin
  )
}

function unfound(piece: Piece, run: number): Part {
  const { x0, y0, x1, y1, text } = piece
  // Less than its height: the lines above and below reach into it.
  const inset = Math.min(y1 - y0, x1 - x0) * 0.2
  const box = { x0: x0 + inset, y0: y0 + inset, x1: x1 - inset, y1: y1 - inset }
  const [area, height] = [(box.x1 - box.x0) * (box.y1 - box.y0), Math.min(y1 - y0, x1 - x0)]
  return { run, from: 0, to: text.length, glyphs: [], box, area, height, isWord: true }
}

function wordsOf({ text }: Piece, run: number, owners: readonly PageGlyph[]): Part[] {
  const parts: Part[] = []
  let open: Part | undefined
  let at = 0
  let seen = 0
  for (const letter of text) {
    const units = lettersIn(letter).length
    const glyph = owners[seen]
    if (units === 0) open = undefined
    else if (glyph) {
      if (open?.glyphs.at(-1)?.operator !== glyph.operator) {
        open = {
          run,
          from: at,
          to: at,
          glyphs: [],
          box: glyph.box,
          area: 0,
          height: 0,
          isWord: false,
        }
        parts.push(open)
      }
      if (open!.glyphs.at(-1) !== glyph) {
        open!.glyphs.push(glyph)
        open!.area += glyph.area
      }
      open!.box = around(open!.box, glyph.box)
      open!.height = Math.max(open!.height, glyph.height)
      open!.isWord ||= WORD.test(letter)
      open!.to = at + letter.length
    }
    at += letter.length
    seen += units
  }
  return parts
}

const WORD = /[\p{L}\p{N}]/u

export function around(a: Box, b: Box): Box {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  }
}

function countOutside(
  glyphs: readonly PageGlyph[],
  found: ReadonlySet<PageGlyph>,
  { width, height }: PageViewport,
): number {
  const isOutside = (glyph: PageGlyph) => {
    const { x0, y0, x1, y1 } = glyph.box
    return !found.has(glyph) && (x1 <= 0 || y1 <= 0 || x0 >= width || y0 >= height)
  }
  let count = 0
  let isWithin = false
  for (const glyph of glyphs) {
    if (glyph.text.trim() === '' || !isOutside(glyph)) isWithin = false
    else if (!isWithin && WORD.test(glyph.text)) {
      count++
      isWithin = true
    }
  }
  return count
}
