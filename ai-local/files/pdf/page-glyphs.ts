/**
 * Each letter that a page draws, with its place and the operator that draws it: a walk over what
 * pdf.js draws, with the state of text that its canvas keeps.
 */
import { OPS, type PageViewport, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Piece } from '../layout/piece.ts'

/** What pdf.js draws of a page, in order. */
export interface OperatorList {
  fnArray: number[]
  argsArray: unknown[][]
}

/** A letter as pdf.js draws it; a number is a gap. */
export type DrawnGlyph = { unicode: string; width: number; isSpace?: boolean } | number

export interface PageGlyph {
  text: string
  /** Index of its operator, and its own among what that draws. */
  operator: number
  at: number
  /** As the page lies: from the line it stands on to the height of small letters. */
  box: Omit<Piece, 'text'>
  /** Square points of that, however it is turned. */
  area: number
  height: number
}

interface TextState {
  matrix: Matrix
  textMatrix: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
  leading: number
  charSpacing: number
  wordSpacing: number
  stretch: number
  rise: number
  size: number
  font: Font | undefined
}

interface Font {
  fontMatrix?: Matrix
  vertical?: boolean
  isType3Font?: boolean
  bbox?: number[]
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const THOUSANDTHS: Matrix = [0.001, 0, 0, 0.001, 0, 0]
/** In sizes of the letter: lines that are set close do not reach into one another there. */
const FROM_LINE = { below: -0.1, above: 0.6 }

/** Without those of stamps and fields, which are drawn behind all others. */
export function pageGlyphs(
  { fnArray, argsArray }: OperatorList,
  fonts: PDFPageProxy['commonObjs'],
  viewport: PageViewport,
): PageGlyph[] {
  const glyphs: PageGlyph[] = []
  const saved: TextState[] = []
  let state: TextState = {
    matrix: viewport.transform,
    textMatrix: IDENTITY,
    x: 0,
    y: 0,
    lineX: 0,
    lineY: 0,
    leading: 0,
    charSpacing: 0,
    wordSpacing: 0,
    stretch: 1,
    rise: 0,
    size: 0,
    font: undefined,
  }
  const setFont = (name: string, size: number) => {
    state.font = fonts.has(name) ? (fonts.get(name) as Font) : undefined
    state.size = size
  }
  const moveTo = (x: number, y: number) => {
    Object.assign(state, { lineX: x, lineY: y, x, y })
  }

  for (const [operator, fn] of fnArray.entries()) {
    if (fn === OPS.beginAnnotation) break
    const args = argsArray[operator] ?? []
    const [first = 0, second = 0] = args as number[]
    switch (fn) {
      case OPS.save:
        saved.push({ ...state })
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        state = saved.pop() ?? state
        break
      case OPS.paintFormXObjectBegin:
        saved.push({ ...state })
        if (args[0]) state.matrix = Util.transform(state.matrix, Array.from(args[0] as Matrix))
        break
      case OPS.transform:
        state.matrix = Util.transform(state.matrix, args as Matrix)
        break
      case OPS.beginText:
        state.textMatrix = IDENTITY
        moveTo(0, 0)
        break
      case OPS.setTextMatrix:
        state.textMatrix = Array.from(args[0] as Matrix)
        moveTo(0, 0)
        break
      case OPS.moveText:
        moveTo(state.lineX + first, state.lineY + second)
        break
      case OPS.setLeadingMoveText:
        state.leading = second
        moveTo(state.lineX + first, state.lineY + second)
        break
      case OPS.nextLine:
        moveTo(state.lineX, state.lineY + state.leading)
        break
      case OPS.setLeading:
        state.leading = -first
        break
      case OPS.setCharSpacing:
        state.charSpacing = first
        break
      case OPS.setWordSpacing:
        state.wordSpacing = first
        break
      case OPS.setHScale:
        state.stretch = first / 100
        break
      case OPS.setTextRise:
        state.rise = first
        break
      case OPS.setFont:
        setFont(args[0] as string, second)
        break
      case OPS.setGState:
        for (const [key, value] of (args[0] ?? []) as [string, [string, number]][])
          if (key === 'Font') setFont(...value)
        break
      case OPS.showText:
        glyphs.push(...lettersOf(args[0] as DrawnGlyph[], operator, state))
        break
    }
  }
  return glyphs
}

/** Moves the state behind them. */
function lettersOf(shown: readonly DrawnGlyph[], operator: number, state: TextState): PageGlyph[] {
  const { font, size, charSpacing, wordSpacing, rise } = state
  const matrix = Util.transform(state.matrix, state.textMatrix)
  const stretch = size < 0 ? -state.stretch : state.stretch
  const high = Math.abs(size)
  const widths = high * (font?.fontMatrix ?? THOUSANDTHS)[0]!
  const [below, above] = fromLine(font).map((share) => share * size) as [number, number]
  const found: PageGlyph[] = []
  for (const [at, glyph] of shown.entries()) {
    if (typeof glyph === 'number') {
      state.x -= (glyph * high * stretch) / 1000
      continue
    }
    const wide = glyph.width * widths * stretch
    const low = state.y + rise
    const box = boxOn(matrix, [state.x, low + below, state.x + wide, low + above])
    const height = Math.abs(above - below) * Math.hypot(matrix[2]!, matrix[3]!)
    const area = Math.abs(wide) * Math.hypot(matrix[0]!, matrix[1]!) * height
    found.push({ text: glyph.unicode, operator, at, box, area, height })
    state.x += wide + (charSpacing + (glyph.isSpace ? wordSpacing : 0)) * Math.abs(stretch)
  }
  // Where letters run downwards their places are not followed.
  return font?.vertical ? [] : found
}

/** Fonts whose letters are drawings tell their height themselves. */
function fromLine(font: Font | undefined): [below: number, above: number] {
  const { isType3Font, bbox, fontMatrix } = font ?? {}
  const high = (fontMatrix?.[3] ?? 0) * ((bbox?.[3] ?? 0) - (bbox?.[1] ?? 0))
  if (!isType3Font || high === 0) return [FROM_LINE.below, FROM_LINE.above]
  return [fontMatrix![3]! * bbox![1]!, fontMatrix![3]! * bbox![3]!]
}

/** Six numbers, as PDF has them. */
export type Matrix = number[]

/** Around a rectangle once a matrix has moved, turned and stretched it. */
export function boxOn(
  matrix: Matrix,
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[],
): Omit<Piece, 'text'> {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f])
  const [xs, ys] = [corners.map(([x]) => x!), corners.map(([, y]) => y!)]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}
