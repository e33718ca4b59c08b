/** Thin lines that a page draws: rules of tables, underlines, and what crosses words out. */
import { OPS, type PageViewport, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Piece } from '../layout/piece.ts'
import type { Annotation } from './filled-fields.ts'
import { boxOn as rectOn } from './filled-fields.ts'
import { boxOn, type Matrix } from './page-glyphs.ts'

type Box = Omit<Piece, 'text'>

/** Points. */
const MOST_THICK = 2.5
const LEAST_LONG = 3
/** More lines are a drawing. */
const MOST_LINES = 5000

/** @returns as the page lies */
export async function ruledLines(page: PDFPageProxy, viewport: PageViewport): Promise<Box[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const lines: Box[] = []
  let matrix: Matrix = viewport.transform
  const saved: Matrix[] = []
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown[] = argsArray[index] ?? []
    if (operator === OPS.save) saved.push(matrix)
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      matrix = saved.pop() ?? matrix
    else if (operator === OPS.transform) matrix = Util.transform(matrix, args)
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(matrix)
      if (Array.isArray(args[0])) matrix = Util.transform(matrix, args[0])
    } else if (operator === OPS.constructPath && DRAWS.has(args[0]))
      for (const extent of partsOf((args[1] as ArrayLike<number>[] | undefined)?.[0])) {
        const box = boxOn(matrix, extent)
        if (isThin(box)) lines.push(box)
        if (lines.length > MOST_LINES) return []
      }
  }
  return lines
}

/** Words that somebody crossed out with a program that shows PDFs. */
export function crossingLines(annotations: readonly Annotation[], viewport: PageViewport): Box[] {
  return annotations.flatMap((one) => {
    if (one.subtype !== 'StrikeOut') return []
    return quadsOf(one).map((rect) => {
      const box = rectOn(viewport, rect)
      const isAcross = box.x1 - box.x0 >= box.y1 - box.y0
      const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]
      return isAcross ? { ...box, y0: y, y1: y } : { ...box, x0: x, x1: x }
    })
  })
}

/** Of each line of text that an annotation marks. */
function quadsOf({ rect, quadPoints }: Annotation): number[][] {
  const points = Array.from(quadPoints ?? [])
  if (points.length === 0 || points.length % 8 !== 0) return [rect]
  return Array.from({ length: points.length / 8 }, (_, at) => {
    const quad = points.slice(at * 8, at * 8 + 8)
    const [xs, ys] = [quad.filter((_, i) => i % 2 === 0), quad.filter((_, i) => i % 2 === 1)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  })
}

const DRAWS: ReadonlySet<unknown> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.stroke,
  OPS.closeStroke,
])
/** Steps of a path, by their numbers: move, line, curve, close. */
const NUMBERS = [2, 2, 6, 0]

/** Extents of the parts of a path: left, lower, right, upper. */
function partsOf(path: ArrayLike<number> | undefined): number[][] {
  const parts: number[][] = []
  for (let at = 0; path && at < path.length; ) {
    const step = path[at++]!
    const count = NUMBERS[step]
    if (count === undefined) return []
    if (step === 0) parts.push([Infinity, Infinity, -Infinity, -Infinity])
    const part = parts.at(-1)
    for (let i = 0; part && i < count; i += 2) {
      const [x, y] = [path[at + i]!, path[at + i + 1]!]
      parts[parts.length - 1] = [
        Math.min(parts.at(-1)![0]!, x),
        Math.min(parts.at(-1)![1]!, y),
        Math.max(parts.at(-1)![2]!, x),
        Math.max(parts.at(-1)![3]!, y),
      ]
    }
    at += count
  }
  return parts
}

function isThin({ x0, y0, x1, y1 }: Box): boolean {
  const [width, height] = [x1 - x0, y1 - y0]
  return Math.min(width, height) <= MOST_THICK && Math.max(width, height) >= LEAST_LONG
}
