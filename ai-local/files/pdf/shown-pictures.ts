/**
 * How much of a page is picture: whatever is drawn and is no text, by a walk over what the page
 * draws. Many small tiles are one picture; letters that were turned into outlines count too.
 */
import { OPS, type PageViewport, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Piece } from '../layout/piece.ts'
import { boxOn, type Matrix } from './page-glyphs.ts'

export interface ShownPictures {
  /** Share of the page, 0 to 1. */
  share: number
  /** Around all pictures and outlines, as the page lies; null where there are none. */
  around: Omit<Piece, 'text'> | null
  /** Outlines of the size of a letter. */
  outlines: number
  /** Some of them stand side by side as the letters of a row do. */
  hasOutlinedRow: boolean
  /** Whether the middle of a piece, as the page lies, is in a picture. */
  isPicture(piece: Piece): boolean
  /** Lines that are bent or askew, bars, or a picture of some size: perhaps a graph. */
  mayShowFigure: boolean
  /** Letters are drawn, or would be if they were seen. */
  hasText: boolean
  /** Text that is there and not drawn: a scanner's own recognition, under its picture. */
  hasHiddenText: boolean
}

type Box = Omit<Piece, 'text'>

/** The page as a grid of so many places a side. */
const GRID = 64
/** Points: a letter's outline. */
const OUTLINE = { least: 3, most: 40 }
const INVISIBLE = 3

/** @param viewport at scale 1 */
export async function shownPictures(
  page: PDFPageProxy,
  viewport: PageViewport,
): Promise<ShownPictures> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const grid = new Uint8Array(GRID * GRID)
  const boxes: Box[] = []
  const outlines: Outline[] = []
  let slopes = 0
  let bars = 0
  let hasText = false
  let hasHiddenText = false
  let matrix = viewport.transform
  const saved: Matrix[] = []

  const cover = (transform: Matrix) => {
    const box = boxOn(transform, [0, 0, 1, 1])
    fill(grid, box, viewport)
    boxes.push(box)
  }

  for (const [index, operator] of fnArray.entries()) {
    const args: unknown[] = argsArray[index] ?? []
    switch (operator) {
      case OPS.save:
        saved.push(matrix)
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        matrix = saved.pop() ?? matrix
        break
      case OPS.transform:
        matrix = Util.transform(matrix, args)
        break
      case OPS.paintFormXObjectBegin:
        saved.push(matrix)
        if (Array.isArray(args[0])) matrix = Util.transform(matrix, args[0])
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
        cover(matrix)
        break
      case OPS.paintImageXObjectRepeat:
      case OPS.paintImageMaskXObjectRepeat:
        for (const each of repeats(args, operator)) cover(Util.transform(matrix, each))
        break
      case OPS.paintImageMaskXObjectGroup:
      case OPS.paintInlineImageXObjectGroup:
        for (const each of grouped(args)) cover(Util.transform(matrix, each))
        break
      case OPS.shadingFill:
        slopes += LEAST_SLOPES
        break
      case OPS.constructPath: {
        slopes += slopesOf(args)
        if (isBar(args, matrix)) bars++
        const outline = outlineOf(args, matrix)
        if (!outline) break
        outlines.push(outline)
        boxes.push(outline)
        break
      }
      case OPS.showText:
        hasText = true
        break
      case OPS.setTextRenderingMode:
        if (args[0] === INVISIBLE) hasHiddenText = true
        break
    }
  }
  const share = grid.reduce((sum, place) => sum + place, 0) / grid.length
  return {
    share,
    around: boxes.length > 0 ? around(boxes) : null,
    outlines: outlines.length,
    hasOutlinedRow: isRow(outlines),
    mayShowFigure: share >= LEAST_PHOTOGRAPH || slopes >= LEAST_SLOPES || bars >= LEAST_BARS,
    isPicture: ({ x0, y0, x1, y1 }) =>
      grid[at(y0 + y1, viewport.height) * GRID + at(x0 + x1, viewport.width)] === 1,
    hasText,
    hasHiddenText,
  }
}

const FILLS: ReadonlySet<unknown> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
])
/** A rectangle has fewer numbers: lines of tables, bars and boxes are no letters. */
const LEAST_NUMBERS = 16

/** With how many shapes it holds: programs draw a letter, or a row of them, at once. */
type Outline = Box & { shapes: number }

function outlineOf([paint, path, extent]: unknown[], matrix: Matrix): Outline | undefined {
  const numbers = (path as ArrayLike<number>[] | undefined)?.[0]
  if (!FILLS.has(paint) || !numbers || numbers.length < LEAST_NUMBERS || !extent) return undefined
  const box = boxOn(matrix, Array.from(extent as ArrayLike<number>))
  const height = box.y1 - box.y0
  if (height < OUTLINE.least || height > OUTLINE.most) return undefined
  return { ...box, shapes: shapesIn(numbers) }
}

/** Steps of a path, by their numbers: move, line, curve, close; how many numbers follow. */
const FOLLOWING = [2, 2, 6, 0]
const LINE = 1
const CURVE = 2

function shapesIn(path: ArrayLike<number>): number {
  let shapes = 0
  for (let at = 0; at < path.length; at += 1 + (FOLLOWING[path[at]!] ?? path.length))
    if (path[at] === 0) shapes++
  return shapes
}

/** Share of the page. */
const LEAST_PHOTOGRAPH = 0.03
/** Fewer are rounded corners and ornaments. */
const LEAST_SLOPES = 12
/** Points: grounds of rows are lower, those of headings wider. */
const BAR = { least: 6, high: 24, wide: 90 }
const LEAST_BARS = 3

/** Filled, and as high as no row. */
function isBar([paint, , extent]: unknown[], matrix: Matrix): boolean {
  if (!FILLS.has(paint) || !extent) return false
  const { x0, y0, x1, y1 } = boxOn(matrix, Array.from(extent as ArrayLike<number>))
  return y1 - y0 >= BAR.high && x1 - x0 >= BAR.least && x1 - x0 <= BAR.wide
}

/** How many steps of a path run neither across nor down. */
function slopesOf([, path]: unknown[]): number {
  const numbers = (path as ArrayLike<number>[] | undefined)?.[0] ?? []
  let slopes = 0
  let [x, y] = [0, 0]
  for (let at = 0; at < numbers.length; ) {
    const step = numbers[at]!
    const following = FOLLOWING[step] ?? numbers.length
    const [nextX, nextY] = [numbers[at + following - 1] ?? x, numbers[at + following] ?? y]
    if (step === CURVE || (step === LINE && nextX !== x && nextY !== y)) slopes++
    if (following > 0) [x, y] = [nextX, nextY]
    at += 1 + following
  }
  return slopes
}

/** Fewer shapes side by side are an ornament. */
const LEAST_IN_ROW = 8
/** A row is as many times as wide as high at least. */
const LEAST_WIDE = 3

function isRow(outlines: readonly Outline[]): boolean {
  let row: Outline | undefined
  for (const one of outlines) {
    const isNext = row !== undefined && follows(row, one)
    row = isNext ? { ...around([row!, one]), shapes: row!.shapes + one.shapes } : one
    const isWide = row.x1 - row.x0 >= LEAST_WIDE * (row.y1 - row.y0)
    if (row.shapes >= LEAST_IN_ROW && isWide) return true
  }
  return false
}

/** As the next letter does: a little further, at the same height. */
function follows(row: Box, next: Box): boolean {
  const height = Math.max(row.y1 - row.y0, next.y1 - next.y0)
  const gap = next.x0 - row.x1
  const shared = Math.min(row.y1, next.y1) - Math.max(row.y0, next.y0)
  return gap > -height / 2 && gap < height && shared > 0.2 * height
}

/** Places of one picture that is drawn many times: its scale, then the places in order. */
function repeats(args: unknown[], operator: number): Matrix[] {
  const isMask = operator === OPS.paintImageMaskXObjectRepeat
  const [, a, b, c, d] = args as number[]
  const [width, skewX, skewY, height] = isMask ? [a, b, c, d] : [a, 0, 0, b]
  const places = Array.from((isMask ? args[5] : args[3]) as ArrayLike<number>)
  return places.flatMap((x, at) =>
    at % 2 === 0 ? [[width!, skewX!, skewY!, height!, x, places[at + 1]!]] : [],
  )
}

function grouped(args: unknown[]): Matrix[] {
  const parts = args.flat().flatMap((part) => (part as { transform?: Matrix }).transform ?? [])
  return parts.length % 6 === 0
    ? Array.from({ length: parts.length / 6 }, (_, at) => parts.slice(at * 6, at * 6 + 6))
    : []
}

/** The grid's place of a middle. */
function at(twice: number, whole: number): number {
  return Math.max(0, Math.min(GRID - 1, Math.floor((twice / 2 / whole) * GRID)))
}

function fill(grid: Uint8Array, box: Box, { width, height }: PageViewport) {
  const place = (at: number, whole: number) =>
    Math.max(0, Math.min(GRID, Math.round((at / whole) * GRID)))
  for (let y = place(box.y0, height); y < place(box.y1, height); y++)
    grid.fill(1, y * GRID + place(box.x0, width), y * GRID + place(box.x1, width))
}

function around(boxes: readonly Box[]): Box {
  let { x0, y0, x1, y1 } = boxes[0]!
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0)
    y0 = Math.min(y0, box.y0)
    x1 = Math.max(x1, box.x1)
    y1 = Math.max(y1, box.y1)
  }
  return { x0, y0, x1, y1 }
}
