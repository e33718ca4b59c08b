/**
 * Which of a page's words it shows: those without which it would look otherwise. Words of a layer
 * that is switched off, white on white, under a picture or a bar, as good as without size, outside
 * the page, cut away or drawn by no ink are in the file and on no screen.
 */
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Piece } from '../layout/piece.ts'
import { drawToCompare, type PagePixels } from './draw-page.ts'
import { type DrawnGlyph, type OperatorList, type PageGlyph, pageGlyphs } from './page-glyphs.ts'
import { isSpacedOut } from './spaced-letters.ts'
import { around, type Box, type Part, textParts } from './text-parts.ts'

export interface ShownText<Run extends Piece> {
  shown: Run[]
  /** There, and not shown. */
  hidden: Run[]
  /** Words that pdf.js leaves out because they lie outside the page. */
  outside: number
  /** Whether anything is drawn where a piece lies. */
  showsInk(piece: Piece): boolean
}

/** Of 255: what differs by less is seen by nobody. */
const STEP = 12
/** Share of the place of letters that must differ without them: a comma's is more. */
const LEAST_SHARE = 0.02
/** Share of a word's letters that may be covered. */
const MOST_UNSEEN = 0.5
/** Pixels that small letters are high at least. */
const LEAST_HEIGHT = 1.3
/** Of 255, between the lightest and the darkest pixel of a place. */
const LEAST_CONTRAST = 40
/** Share of a part that another one may cover, and still be told from it. */
const MOST_COVERED = 0.15
/** Drawings of a page at most, besides that of the whole. */
const MOST_DRAWINGS = 4
const LETTER = /[\p{L}\p{N}]/u
const DIGIT = /\p{N}/u

/**
 * @param runs in the order in which the page draws them
 * @returns null where the page cannot be drawn
 */
export async function shownText<Run extends Piece>(
  page: PDFPageProxy,
  viewport: PageViewport,
  runs: readonly Run[],
): Promise<ShownText<Run> | null> {
  const whole = await drawToCompare(page)
  const list = drawnOperators(page)
  if (!whole || !list) return null
  const glyphs = pageGlyphs(list, page.commonObjs, viewport)
  const { parts, outside } = textParts(runs, glyphs, viewport)
  const { drawings, again } = apart(parts, viewport)
  const isShown = new Set<Part>()
  const known = new Set(parts.flatMap((part) => part.glyphs))
  const unknown = glyphs.filter((glyph) => !known.has(glyph))
  for (const [index, some] of drawings.entries()) {
    const left = [...some.flatMap((part) => part.glyphs), ...(index === 0 ? unknown : [])]
    const without = await drawWithout(page, list, left)
    if (!without) return null
    for (const part of some) if (isSeen(whole, without, part)) isShown.add(part)
  }
  return {
    ...split(runs, parts, { isShown, again }),
    outside,
    showsInk: (piece) => hasInk(whole, piece),
  }
}

/** Those of some places without whose notes and fields the page looks as it does. */
export async function unseenPlaces<Of extends Box>(
  page: PDFPageProxy,
  places: readonly Of[],
): Promise<Of[]> {
  if (places.length === 0) return []
  const [whole, bare] = [await drawToCompare(page), await drawToCompare(page, true)]
  if (!whole || !bare) return []
  return places.filter((box) => !differs(whole, bare, { box, area: 0 }))
}

/** What it was drawn by: pdf.js keeps it, so that drawing again takes no parsing. */
function drawnOperators(page: PDFPageProxy): OperatorList | undefined {
  interface Kept {
    displayReadyCapability?: object
    operatorList: OperatorList
  }
  // Private in its types alone. Lists that were asked for are not drawn by, and differ.
  const { _intentStates: states } = page as unknown as { _intentStates: Map<string, Kept> }
  return [...states.values()].find((one) => one.displayReadyCapability)?.operatorList
}

/** The places of the letters stay free: what comes behind them does not move. */
async function drawWithout(page: PDFPageProxy, list: OperatorList, left: readonly PageGlyph[]) {
  const kept = new Map<number, unknown[]>()
  for (const { operator, at } of left) {
    if (!kept.has(operator)) {
      kept.set(operator, list.argsArray[operator]!)
      list.argsArray[operator] = [[...(list.argsArray[operator]![0] as DrawnGlyph[])]]
    }
    const shown = list.argsArray[operator]![0] as DrawnGlyph[]
    shown[at] = Object.assign({}, shown[at], BLANK)
  }
  try {
    return await drawToCompare(page)
  } finally {
    for (const [operator, args] of kept) list.argsArray[operator] = args
  }
}

const BLANK = { isInFont: false, fontChar: ' ', accent: null, operatorListId: 'none' }

/**
 * Into drawings: parts that lie on one another are left out one by one, so that each is told from
 * what it lies on. A word that is drawn again in its place, to look bold, is one with the first.
 */
function apart(
  parts: readonly Part[],
  { width, height }: PageViewport,
): { drawings: Part[][]; again: Set<Part> } {
  const again = new Set<Part>()
  const [across, down] = [Math.ceil(Math.min(width, 10_000)), Math.ceil(Math.min(height, 10_000))]
  const drawings: { parts: Part[]; places: Map<number, Part> }[] = [
    { parts: [], places: new Map() },
  ]
  for (const part of [...parts].sort((a, b) => b.area - a.area)) {
    const places = placesIn(part.box, across, down)
    const same = drawings.flatMap((one) => underIt(part, places, one.places) ?? [])[0]
    if (same) {
      same.glyphs.push(...part.glyphs)
      again.add(part)
      continue
    }
    let chosen = drawings.find((one) => !isCovered(places, one.places))
    if (!chosen && drawings.length < MOST_DRAWINGS) {
      chosen = { parts: [], places: new Map() }
      drawings.push(chosen)
    }
    chosen ??= drawings.at(-1)!
    chosen.parts.push(part)
    for (const place of places) chosen.places.set(place, part)
  }
  return { drawings: drawings.map((one) => one.parts), again }
}

function isCovered(places: readonly number[], taken: ReadonlyMap<number, Part>): boolean {
  return places.filter((place) => taken.has(place)).length > MOST_COVERED * places.length
}

/** The same word under it, drawn before. */
function underIt(part: Part, places: readonly number[], taken: ReadonlyMap<number, Part>) {
  const other = taken.get(places[Math.floor(places.length / 2)] ?? -1)
  return other && textOf(other) === textOf(part) ? other : undefined
}

function textOf({ glyphs }: Part): string {
  return glyphs.map(({ text }) => text).join('')
}

/** Points of the page. */
function placesIn({ x0, y0, x1, y1 }: Box, across: number, down: number): number[] {
  const places: number[] = []
  const [left, right] = [Math.max(0, Math.round(x0)), Math.min(across, Math.round(x1))]
  const [top, bottom] = [Math.max(0, Math.round(y0)), Math.min(down, Math.round(y1))]
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) places.push(y * across + x)
  return places
}

function isSeen(whole: PagePixels, without: PagePixels, part: Part): boolean {
  if (part.height * whole.scale < LEAST_HEIGHT) return false
  const letters = part.glyphs.filter(({ text }) => LETTER.test(text))
  if (letters.length === 0) return differs(whole, without, part)
  const unseen = letters.filter((glyph) => !differs(whole, without, glyph))
  // A number of which a digit is covered is another one.
  if (unseen.some(({ text }) => DIGIT.test(text))) return false
  return unseen.length <= MOST_UNSEEN * letters.length
}

function differs(
  whole: PagePixels,
  without: PagePixels,
  { box, area }: Pick<Part, 'box' | 'area'>,
): boolean {
  const { data, scale } = whole
  const wanted = Math.max(1, LEAST_SHARE * area * scale ** 2)
  let count = 0
  for (const at of pixelsIn(whole, box)) {
    const step = Math.max(
      Math.abs(data[at]! - without.data[at]!),
      Math.abs(data[at + 1]! - without.data[at + 1]!),
      Math.abs(data[at + 2]! - without.data[at + 2]!),
    )
    if (step >= STEP && ++count >= wanted) return true
  }
  return false
}

function hasInk(whole: PagePixels, box: Box): boolean {
  let [darkest, lightest] = [255, 0]
  for (const at of pixelsIn(whole, box)) {
    const light = whole.data[at + 1]!
    darkest = Math.min(darkest, light)
    lightest = Math.max(lightest, light)
  }
  return lightest - darkest >= LEAST_CONTRAST
}

/** Where the bytes of each begin. */
function* pixelsIn({ width, height, scale }: PagePixels, { x0, y0, x1, y1 }: Box) {
  const [left, top] = [Math.round(x0 * scale), Math.round(y0 * scale)]
  const right = Math.min(width, Math.max(left + 1, Math.round(x1 * scale)))
  const bottom = Math.min(height, Math.max(top + 1, Math.round(y1 * scale)))
  for (let y = Math.max(0, top); y < bottom; y++)
    for (let x = Math.max(0, left); x < right; x++) yield 4 * (y * width + x)
}

function split<Run extends Piece>(
  runs: readonly Run[],
  parts: readonly Part[],
  { isShown, again }: Record<'isShown' | 'again', ReadonlySet<Part>>,
): Pick<ShownText<Run>, 'shown' | 'hidden'> {
  const byRun = new Map<number, Part[]>()
  for (const part of parts) byRun.set(part.run, [...(byRun.get(part.run) ?? []), part])
  const shown: Run[] = []
  const hidden: Run[] = []
  for (const [index, run] of runs.entries()) {
    const all = byRun.get(index) ?? []
    const own = all.filter((part) => !again.has(part))
    const words = own.filter(({ isWord }) => isWord)
    const isIn = (part: Part) =>
      isShown.has(part) || (!part.isWord && words.some((one) => isShown.has(one)))
    const [seen, unseen] = [own.filter(isIn), own.filter((part) => !isIn(part))]
    if (isSpacedOut(run.text)) shown.push(...seen.map((part) => only(run, [part])))
    else if (seen.length === all.length) shown.push(run)
    else if (seen.length > 0) shown.push(only(run, seen))
    if (unseen.length > 0) hidden.push(only(run, unseen))
  }
  return { shown, hidden }
}

/** Some of the words of a run, where they are. */
function only<Run extends Piece>(run: Run, parts: readonly Part[]): Run {
  const box = parts.map((part) => part.box).reduce(around)
  const isAcross = run.x1 - run.x0 >= run.y1 - run.y0
  const text = parts
    .map(({ from, to }, index) => {
      const before = parts[index - 1]
      const isNext = before === undefined || before.to === from
      return (isNext ? '' : ' ') + run.text.slice(from, to)
    })
    .join('')
  return isAcross
    ? { ...run, text, x0: box.x0, x1: box.x1 }
    : { ...run, text, y0: box.y0, y1: box.y1 }
}
