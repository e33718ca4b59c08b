/**
 * One page: what is printed in it, what was filled in, and what is only drawn, laid out together.
 * Whether a page is recognized depends on what it shows, not on whether it has some text.
 */
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import type { UnusedPart } from '../../../core/input-use/input-use.ts'
import { cleanText } from '../clean-text.ts'
import { greyPixels, inkOf, openGrey } from '../grey-picture.ts'
import type { Piece } from '../layout/piece.ts'
import { countRows, layOutRows } from '../layout/rows.ts'
import { showsFigure } from '../recognition/figures.ts'
import { darkOnLight } from '../recognition/level-picture.ts'
import type { Recognition, Recognizer } from '../recognition/recognizer.ts'
import { countUnsure, unsureColumns, unsureParts } from '../recognition/unread-parts.ts'
import { asItLies, type Turn, upright } from '../turn.ts'
import { withAccents } from './accents.ts'
import { type DrawnPage, drawPage, drawToCompare } from './draw-page.ts'
import { type Annotation, boxOn, drawnWords, type Filled, filledIn } from './filled-fields.ts'
import {
  type HiddenText,
  inDirections,
  type PrintedText,
  printedText,
  scannerWords,
} from './printed-text.ts'
import { crossingLines, ruledLines } from './ruled-lines.ts'
import { type ShownPictures, shownPictures } from './shown-pictures.ts'
import { unseenPlaces } from './shown-text.ts'

export interface PageReading {
  text: string
  isRecognized: boolean
  attachments: number
  unused: UnusedPart[]
}

/** Share of a page: pictures that cover less are logos and rules; more, they are its subject. */
const LEAST_PICTURE = 0.025
const MOSTLY_PICTURE = 0.2
/** Fewer are an ornament. */
const LEAST_OUTLINES = 40
/** Share of a page's pixels: less is dust. */
const BLANK = 0.0005
/** In a picture beside printed text. */
const LEAST_LETTERS = 12
/** Points around a picture that are looked at as well. */
const MARGIN = 12

export async function readPage(page: PDFPageProxy, recognize: Recognizer): Promise<PageReading> {
  const viewport = page.getViewport({ scale: 1 })
  const shown = await shownPictures(page, viewport)
  const annotations = (await page.getAnnotations({ intent: 'display' })) as Annotation[]
  const lines = [
    ...(shown.hasText ? await ruledLines(page, viewport) : []),
    ...crossingLines(annotations, viewport),
  ]
  const print = await printedText(page, viewport, shown.hasText, lines)
  const unseen = await unseenPlaces(page, wordsIn(annotations, viewport))
  const inPicture = print.hidden.filter((words) => words.isOverInk && shown.isPicture(words))
  const withHidden = withWords(print, inPicture, viewport)
  const filled = filledIn(
    annotations.filter((one) => !unseen.some(({ of }) => of === one)),
    viewport,
    textOf(withHidden),
  )
  const { attachments, handDrawn } = filled
  const place = toRecognize(shown, withHidden, filled, inPicture, viewport)
  const isLeft = place !== null && recognize.isSpent()
  const looked = place && !isLeft ? await look(page, place, recognize) : null
  const scanned = looked?.recognition
    ? scannerWords(inPicture, wordsAsTheyLie(looked))
    : { kept: inPicture, left: [] }
  const printed = withWords(print, scanned.kept, viewport)
  const hasOwnText = textOf(printed).trim() !== '' || filled.pieces.length > 0
  const isMostlyDrawn =
    shown.share >= MOSTLY_PICTURE || printed.unreadable.length > 0 || !hasOwnText
  const found = looked?.recognition ? uncovered(looked, printed, filled, viewport) : null
  const words = found && (isMostlyDrawn ? found : unlessOrnament(found))
  const { text, columnsUnsure } = layOut(printed, filled, words, viewport)
  // Of a page for which no time was left nothing is known but that.
  const hasFigure =
    !isLeft && shown.mayShowFigure && (await figureOn(page, words, { printed, filled, viewport }))
  const notShown = print.hidden.filter((one) => !inPicture.includes(one))
  return {
    text,
    isRecognized: (words?.read.length ?? 0) > 0 || (shown.hasHiddenText && looked !== null),
    attachments,
    unused: [
      ...(isLeft ? [{ code: 'recognition_left', page: page.pageNumber } as const] : []),
      ...(looked ? unusedOf(looked, words, isMostlyDrawn, page.pageNumber) : []),
      ...(print.isDrawn || looked?.outcome === 'not-drawn'
        ? []
        : [{ code: 'page_not_drawn', page: page.pageNumber } as const]),
      ...(hasFigure ? [{ code: 'figure_not_read', page: page.pageNumber } as const] : []),
      ...(print.struck > 0
        ? [{ code: 'text_struck', page: page.pageNumber, count: print.struck } as const]
        : []),
      ...(handDrawn > 0
        ? [{ code: 'hand_drawn', page: page.pageNumber, count: handDrawn } as const]
        : []),
      ...(printed.spacedUnsure > 0
        ? [{ code: 'letters_apart', page: page.pageNumber, count: printed.spacedUnsure } as const]
        : []),
      ...unsureColumns(page.pageNumber, columnsUnsure),
      ...leftOutOf([...notShown, ...scanned.left, ...unseen], print.outside, page.pageNumber),
    ],
  }
}

function wordsIn(annotations: readonly Annotation[], viewport: PageViewport) {
  return annotations.flatMap((of) => {
    const text = drawnWords(of)
    return text === '' ? [] : [{ of, text, ...boxOn(viewport, of.rect) }]
  })
}

function leftOutOf(hidden: readonly Piece[], outside: number, page: number): UnusedPart[] {
  const words = hidden.flatMap(({ text }) => text.split(/\s+/).filter(Boolean))
  const count = words.length + outside
  return count > 0 ? [{ code: 'text_not_shown', page, count }] : []
}

function textOf({ directions }: PrintedText): string {
  return directions.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join(' ')
}

/** With words that are not seen themselves, because a picture that says the same lies over them. */
function withWords(
  printed: PrintedText,
  hidden: readonly HiddenText[],
  viewport: PageViewport,
): PrintedText {
  if (hidden.length === 0) return printed
  return {
    ...printed,
    ...inDirections([...asTheyLie(printed, viewport), ...hidden], viewport),
  }
}

function asTheyLie({ directions, slanted }: PrintedText, viewport: PageViewport) {
  return [
    ...directions.flatMap(({ turn, pieces }) =>
      pieces.map((piece) => ({ ...asItLies(piece, turn, viewport), turn })),
    ),
    ...slanted.map((piece) => ({ ...piece, turn: null })),
  ]
}

function wordsAsTheyLie({ recognition, toPage }: Looked): Piece[] {
  return recognition!.words.map((word) => toPage(recognition!.asSeen(word)))
}

/** Where on the page there may be words that are only drawn; null for nowhere. */
function toRecognize(
  shown: ShownPictures,
  { directions, unreadable, slanted }: PrintedText,
  filled: Filled,
  inPicture: readonly HiddenText[],
  { width, height }: PageViewport,
): Omit<Piece, 'text'> | null {
  const whole = { x0: 0, y0: 0, x1: width, y1: height }
  if (directions.length + slanted.length + filled.pieces.length === 0) return whole
  const isDrawn =
    shown.share >= LEAST_PICTURE || shown.outlines >= LEAST_OUTLINES || shown.hasOutlinedRow
  const places = [
    ...(isDrawn && shown.around ? [shown.around] : []),
    ...unreadable,
    ...inPicture,
    ...filled.drawn,
  ]
  if (places.length === 0) return null
  const edge = (side: 'x0' | 'y0' | 'x1' | 'y1') => places.map((place) => place[side])
  return {
    x0: Math.max(0, Math.min(...edge('x0')) - MARGIN),
    y0: Math.max(0, Math.min(...edge('y0')) - MARGIN),
    x1: Math.min(width, Math.max(...edge('x1')) + MARGIN),
    y1: Math.min(height, Math.max(...edge('y1')) + MARGIN),
  }
}

interface Looked {
  outcome: 'off' | 'not-drawn' | 'blank' | 'read'
  recognition: Recognition | null
  /** From pixels of what was recognized to points of the page. */
  toPage(piece: Piece): Piece
}

async function look(
  page: PDFPageProxy,
  place: Omit<Piece, 'text'>,
  recognize: Recognizer,
): Promise<Looked> {
  const nothing = { recognition: null, toPage: (piece: Piece) => piece }
  const drawn = await drawPage(page)
  if (!drawn) return { ...nothing, outcome: 'not-drawn' }
  const { picture, left, top } = await cut(drawn, place)
  const ink = inkOf(picture)
  if (ink === 0) return { ...nothing, outcome: 'blank' }
  const recognition = await recognize(picture)
  if (recognition === null) return { ...nothing, outcome: 'off' }
  const isEmpty = recognition.words.length + recognition.doubted.length === 0
  const { turn } = recognition
  return {
    outcome: isEmpty && ink < BLANK ? 'blank' : 'read',
    recognition,
    toPage(piece) {
      const lying = asItLies(piece, turn, picture)
      return {
        text: piece.text,
        x0: (left + lying.x0) / drawn.scale,
        y0: (top + lying.y0) / drawn.scale,
        x1: (left + lying.x1) / drawn.scale,
        y1: (top + lying.y1) / drawn.scale,
      }
    },
  }
}

async function cut(drawn: DrawnPage, place: Omit<Piece, 'text'>) {
  const pixel = (points: number, most: number) =>
    Math.max(0, Math.min(most, Math.round(points * drawn.scale)))
  const [left, top] = [pixel(place.x0, drawn.width - 1), pixel(place.y0, drawn.height - 1)]
  const width = Math.max(1, pixel(place.x1, drawn.width) - left)
  const height = Math.max(1, pixel(place.y1, drawn.height) - top)
  const picture = await greyPixels(openGrey(drawn).extract({ left, top, width, height }))
  return { picture: darkOnLight(picture), left, top }
}

interface Words {
  turn: Turn
  /** As the page lies. */
  read: Piece[]
  /** Seen and not trusted. */
  missing: Piece[]
  numbersUnsure: number
}

/** In a logo, of which hardly a word was read, what was taken for more is no row. */
function unlessOrnament(words: Words): Words {
  const letters = words.read.reduce((sum, { text }) => sum + text.length, 0)
  return letters >= LEAST_LETTERS ? words : { ...words, missing: [] }
}

/** What was recognized and is not printed there already. */
function uncovered(
  { recognition, toPage }: Looked,
  printed: PrintedText,
  filled: Filled,
  viewport: PageViewport,
): Words {
  const { turn, words, doubted, asSeen } = recognition!
  const there = [
    ...asTheyLie(printed, viewport).filter(({ turn }) => turn !== null),
    ...filled.pieces,
  ]
  const isNew = (piece: Piece) => {
    const seen = toPage(asSeen(piece))
    return !there.some((other) => isOver(other, seen))
  }
  const kept = words.filter(isNew)
  return {
    turn,
    read: kept.map(toPage),
    missing: doubted.filter(isNew).map(toPage),
    numbersUnsure: countUnsure(kept),
  }
}

/** Beside all words that the page has, printed, filled in or recognized. */
async function figureOn(
  page: PDFPageProxy,
  words: Words | null,
  { printed, filled, viewport }: { printed: PrintedText; filled: Filled; viewport: PageViewport },
): Promise<boolean> {
  const drawn = await drawToCompare(page)
  if (!drawn) return false
  const { data, width, height, scale } = drawn
  const channels = 4 as const
  const grey = await greyPixels(
    sharp(data, { raw: { width, height, channels } }).flatten({ background: 'white' }),
  )
  const pieces = [
    ...asTheyLie(printed, viewport),
    ...printed.unreadable,
    ...filled.pieces,
    ...(words ? [...words.read, ...words.missing] : []),
  ].map(({ text, x0, y0, x1, y1 }) => ({
    text,
    x0: x0 * scale,
    y0: y0 * scale,
    x1: x1 * scale,
    y1: y1 * scale,
  }))
  return showsFigure(darkOnLight(grey), pieces, false)
}

function isOver(printed: Piece, { x0, y0, x1, y1 }: Piece): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return x >= printed.x0 && x <= printed.x1 && y >= printed.y0 && y <= printed.y1
}

function layOut(
  printed: PrintedText,
  filled: Filled,
  words: Words | null,
  viewport: PageViewport,
): { text: string; columnsUnsure: number } {
  const main: Turn = printed.directions[0]?.turn ?? words?.turn ?? 0
  const parts = new Map<Turn, Piece[]>([[main, []]])
  const add = (turn: Turn, pieces: readonly Piece[]) =>
    void parts.set(turn, [...(parts.get(turn) ?? []), ...pieces])
  for (const { turn, pieces } of printed.directions) add(turn, pieces)
  add(
    main,
    filled.pieces.map((piece) => upright(piece, main, viewport)),
  )
  if (words)
    add(
      words.turn,
      [...words.read, ...words.missing].map((piece) => upright(piece, words.turn, viewport)),
    )
  const laid = [...parts.values(), printed.slanted].map(layOutRows)
  return {
    text: cleanText(withAccents(laid.flatMap(({ rows }) => rows).join('\n'))),
    columnsUnsure: laid.reduce((sum, { columnsUnsure }) => sum + columnsUnsure, 0),
  }
}

function unusedOf(
  { outcome, recognition }: Looked,
  words: Words | null,
  isMostlyDrawn: boolean,
  page: number,
): UnusedPart[] {
  if (outcome === 'blank') return []
  if (outcome === 'off') return isMostlyDrawn ? [{ code: 'recognition_off', page }] : []
  if (outcome === 'not-drawn') return [{ code: 'page_not_drawn', page }]
  return unsureParts(page, {
    isDirectionSure: recognition!.isDirectionSure,
    mustHaveText: isMostlyDrawn,
    hasText: recognition!.words.length > 0,
    isTooBent: recognition!.isTooBent,
    // Of the whole page, with what is printed there.
    hasFigure: false,
    doubted: countRows(words!.missing),
    numbersUnsure: words!.numbersUnsure,
  })
}
