/**
 * The words that a page shows in print, each with its place, in the direction they are read in; and
 * which of them are none, because their font does not name its letters, or are not shown.
 */
import { type PageViewport, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { UNSURE_NUMBER } from '../../../core/file/file.ts'
import { judgeLanguage } from '../is-language.ts'
import type { Piece } from '../layout/piece.ts'
import { withScripts } from '../layout/scripts.ts'
import { type Turn, upright } from '../turn.ts'
import { shownText } from './shown-text.ts'
import { wholeWords } from './spaced-letters.ts'
import { splitStruck } from './struck-words.ts'

export interface PrintedText {
  /** By direction, the one with most letters first. */
  directions: { turn: Turn; pieces: Piece[] }[]
  /** Slanted words: watermarks. */
  slanted: Piece[]
  /** Where words stand that are none, as the page lies. */
  unreadable: Piece[]
  /** In the file, and not seen on the page: as it lies. */
  hidden: HiddenText[]
  /** Words outside the page. */
  outside: number
  /** Words that are crossed out. */
  struck: number
  /** Rows of letters set apart that may be other words. */
  spacedUnsure: number
  /** False: the page could not be drawn, and all its words are taken for shown. */
  isDrawn: boolean
}

export interface HiddenText extends Piece {
  turn: Turn | null
  /** Something else is seen where it lies. */
  isOverInk: boolean
}

/** A row of letters, before its direction and its font are known. */
interface Run extends Piece {
  turn: Turn | null
  font: string
}

/** Share of a page's letters: codes and signatures in a font of their own are fewer. */
const LEAST_REFUSED = 0.2
/** Degrees; a page that was scanned with its text may lie a little askew. */
const MOST_SLANT = 8

/**
 * @param viewport at scale 1
 * @param hasText false where it draws no letters
 * @param lines that may cross words out, as the page lies
 */
export async function printedText(
  page: PDFPageProxy,
  viewport: PageViewport,
  hasText: boolean,
  lines: readonly Omit<Piece, 'text'>[],
): Promise<PrintedText> {
  const { items } = await page.getTextContent({ includeMarkedContent: false })
  const runs = items.flatMap((item) => ('str' in item ? runOf(item, viewport) : []))
  const unreadableFonts = fontsWithoutLetters(page, runs)
  const isReadable = ({ font }: Run) => !unreadableFonts.has(font)
  const judged = hasText ? await shownText(page, viewport, runs) : NOTHING
  const { shown, hidden, outside, showsInk } = judged ?? { ...NOTHING, shown: runs }
  const { runs: readable, struck } = splitStruck(shown.filter(isReadable), lines, viewport)
  return {
    ...inDirections(readable, viewport),
    struck,
    unreadable: shown.filter((run) => !isReadable(run)),
    hidden: hidden.filter(isReadable).map((run) => ({ ...run, isOverInk: showsInk(run) })),
    outside,
    isDrawn: judged !== null,
  }
}

/** @param lying as the page lies */
export function inDirections(
  lying: readonly (Piece & { turn: Turn | null })[],
  viewport: PageViewport,
): Pick<PrintedText, 'directions' | 'slanted' | 'spacedUnsure'> {
  const directions = new Map<Turn, Piece[]>()
  for (const run of lying) {
    if (run.turn === null) continue
    const beside = directions.get(run.turn) ?? []
    directions.set(run.turn, [...beside, upright(run, run.turn, viewport)])
  }
  const whole = [...directions].map(([turn, pieces]) => ({ turn, ...wholeWords(pieces) }))
  return {
    spacedUnsure: whole.reduce((sum, { unsure }) => sum + unsure, 0),
    directions: whole
      .map(({ turn, pieces }) => ({ turn, pieces: withScripts(pieces) }))
      .sort((a, b) => lettersOf(b.pieces) - lettersOf(a.pieces)),
    slanted: lying.filter(({ turn }) => turn === null),
  }
}

const NOTHING = { shown: [], hidden: [] as Run[], outside: 0, showsInk: () => false }

type TextItem = Extract<
  Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number],
  { str: string }
>

/** Its box as the page lies. */
function runOf(item: TextItem, viewport: PageViewport): Run[] {
  if (item.str.trim() === '') return []
  const [a, b, c, d, x, y]: number[] = Util.transform(viewport.transform, item.transform)
  const angle = (Math.atan2(b!, a!) * 180) / Math.PI
  const quarter = Math.round(angle / 90)
  const turn =
    Math.abs(angle - quarter * 90) > MOST_SLANT ? null : ((((quarter + 4) % 4) * 90) as Turn)
  const height = Math.hypot(c!, d!) || 1
  const [along, across] = [unit(a!, b!), unit(c!, d!)]
  const corners = [
    [0, -0.2],
    [0, 0.8],
    [item.width, -0.2],
    [item.width, 0.8],
  ].map(([forward, up]) => [
    x! + along[0] * forward! + across[0] * up! * height,
    y! + along[1] * forward! + across[1] * up! * height,
  ])
  const [xs, ys] = [corners.map(([at]) => at!), corners.map(([, at]) => at!)]
  const box = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
  if (!Object.values(box).every(Number.isFinite)) return []
  return [{ text: item.str, ...box, turn, font: item.fontName }]
}

function unit(x: number, y: number): [number, number] {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

/**
 * Fonts by what they spell: one that maps each glyph to a number of its own must prove that the
 * numbers are letters; of the others one is put aside when what it spells is no language.
 */
function fontsWithoutLetters(page: PDFPageProxy, runs: readonly Run[]): Set<string> {
  const spelled = new Map<string, string[]>()
  for (const { font, text } of runs) {
    const before = spelled.get(font)
    if (before) before.push(text)
    else spelled.set(font, [text])
  }
  const all = lettersOf(runs)
  const isRefused = ([font, texts]: [string, string[]]) => {
    const text = texts.join(' ')
    const judgement = judgeLanguage(text)
    if (isNumbered(page, font)) return judgement !== 'language'
    return judgement === 'none' && text.length >= LEAST_REFUSED * all
  }
  return new Set([...spelled].filter(isRefused).map(([font]) => font))
}

/** Its table from glyphs to letters is the identity: it has none. */
function isNumbered(page: PDFPageProxy, font: string): boolean {
  if (!page.commonObjs.has(font)) return false
  const { composite, toUnicode } = page.commonObjs.get(font) as {
    composite?: boolean
    toUnicode?: { firstChar?: number }
  }
  return composite === true && typeof toUnicode?.firstChar === 'number'
}

function lettersOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0)
}

/**
 * Words that lie unseen in a picture of a page: a scanner's own recognition of it, if the picture
 * says the same. What a page shows goes before what lies under it.
 */
interface ScannerWords {
  /** What the picture says as well. */
  kept: HiddenText[]
  /** What it does not say, where nothing else was read. */
  left: HiddenText[]
}

/** Share of the pairs of letters of both that are the same. */
const LEAST_ALIKE = 0.5

/** @param seen words read off the picture, as the page lies */
export function scannerWords(hidden: readonly HiddenText[], seen: readonly Piece[]): ScannerWords {
  const kept: HiddenText[] = []
  const unseen: HiddenText[] = []
  let [right, wrong] = [0, 0]
  for (const words of hidden) {
    const there = seen.filter((word) => isIn(word, words)).map(({ text }) => text)
    if (there.length === 0) unseen.push(words)
    else if (saysTheSame(words.text, there)) {
      kept.push(words)
      right += words.text.length
    } else wrong += words.text.length
  }
  // Where our own recognition saw nothing, the scanner's is trusted if it is elsewhere.
  return right > wrong ? { kept: [...kept, ...unseen], left: [] } : { kept, left: unseen }
}

function isIn({ x0, y0, x1, y1 }: Piece, box: Piece): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1
}

function saysTheSame(words: string, seen: readonly string[]): boolean {
  const numbers: string[] = words.match(NUMBER) ?? []
  const others: string[] = seen.join(' ').match(NUMBER) ?? []
  if (!others.every((number) => numbers.includes(number))) return false
  const [own, other] = [plain(words), plain(seen.join('').replaceAll(UNSURE_NUMBER, ''))]
  if (own === other) return true
  const otherPairs = pairsOf(other)
  let same = 0
  for (const [pair, count] of pairsOf(own)) same += Math.min(count, otherPairs.get(pair) ?? 0)
  return same >= LEAST_ALIKE * Math.max(1, Math.min(own.length, other.length) - 1)
}

const NUMBER = /\d+(?:[.,]\d+)*/g

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}.,]/gu, '')
    .toLowerCase()
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
