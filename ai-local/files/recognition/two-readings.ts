/**
 * Two readings of tesseract, put together. What both say alike is trusted; a number that they tell
 * differently, or that only one of them saw, is marked. Another recognizer has the last word
 * (agreement.ts): both readings are wrong alike at times.
 */
import { UNREADABLE, UNSURE_NUMBER } from '../../../core/file/file.ts'
import type { GreyPicture } from '../grey-picture.ts'
import { heightOf, type Piece, sharedHeight, sharedWidth } from '../layout/piece.ts'
import { marksIn } from './marks.ts'
import type { SeenWord } from './tesseract.ts'

// Numbers in what was recognized, and how one is marked that may be another.

/** Digits with what stands between them; not those of a name, as in T4 or B12. */
export const NUMBER = /(?<![\p{L}\d.,:/])\d+(?:[.,:/]\d+)*/gu
/** "9,2a10,5": a range whose blanks were lost. */
const CLOSE_RANGE = /(?<=\d)a(?=\d|$)|^a(?=\d\d)/gu
/** "al4,4": letters run into a number, so it is not the one that was printed. */
const RUN_INTO = /\p{L}\d*[.,]\p{L}?\d/u

/** "O5", "l32", "1O5", "5,l": a letter for a digit of its shape. Not O2, O80, 1o, 2l. */
const LIKE_DIGIT =
  /(?<![\p{L}\d])(?:[OI][013-9]|[ol]\d+|\d+O|\d+[OoIl]\d+|\d+[.,][OIl])(?![\p{L}\d])/u

/** Stands behind the number. */
export const MARK = ` ${UNSURE_NUMBER}`

export function numbersIn(text: string): string[] {
  return spaced(text).match(NUMBER) ?? []
}

/** "S8ge": a digit in the midst of letters. */
const AMIDST = /\p{L}\d+\p{L}/u

function hasDigitAmidst(text: string): boolean {
  return AMIDST.test(text)
}

/** A number that cannot be told apart from the letters in it or around it. */
function isRunInto(text: string): boolean {
  return RUN_INTO.test(text) || LIKE_DIGIT.test(text)
}

export function withMarks(text: string): string {
  const marked = spaced(text).replace(NUMBER, (number) => number + MARK)
  const isOpen = !marked.includes(MARK) || (isRunInto(text) && !marked.endsWith(MARK))
  return isOpen ? marked + MARK : marked
}

/** As a range is written. */
export function spaced(text: string): string {
  return text.replace(CLOSE_RANGE, ' a ').trim()
}

/**
 * Units as they are printed, where recognition writes one letter twice or takes a g for a 9 or a q:
 * without its unit a value is none.
 */
const UNITS =
  'g/dL mg/dL µg/dL mcg/dL ng/dL g/L mg/L µg/L ng/mL pg/mL µg/mL mEq/L mmol/L µmol/L nmol/L pmol/L U/L UI/L UI/mL mUI/mL mUI/L µUI/mL /mm3 /µL mil/mm3 mL/min fL'.split(
    ' ',
  )

const BY_KEY = new Map(UNITS.map((unit) => [keyOf(unit), unit]))

/** Undefined for every other word. */
export function asUnit(word: string): string | undefined {
  return word.includes('/') ? BY_KEY.get(keyOf(word)) : undefined
}

/** What stays the same however often a letter was told, and in which case; an l may look like 1. */
function keyOf(unit: string): string {
  return unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[1|]/g, 'l')
    .replaceAll('μ', 'µ')
    .replace(/[9q]/g, 'g')
    .replace(/(.)\1+/g, '$1')
}

/** Words that were recognized. */
export interface Word extends Piece {
  /** A number in it is marked: it may be another one. */
  isUnsure: boolean
}

export interface ReadWords {
  words: Word[]
  /** Seen and not trusted. */
  doubted: Piece[]
}

/**
 * Confidence out of 100, per line. Measured on clean, skewed, blurred and grainy pages: right lines
 * lie above 65, wrong ones below 35.
 */
export const LEAST_CONFIDENCE = 60
/** Where both readings say the same. */
const LEAST_AGREED = 25
/** Below it lies what dust and drawings are taken for. */
const LEAST_SEEN = 15
/** Shared width and height of one word in both readings. */
const SAME = 0.4

export function fromTwoReadings(
  picture: GreyPicture,
  first: readonly SeenWord[],
  second: readonly SeenWord[],
): ReadWords {
  const words: Word[] = []
  const doubted: SeenWord[] = []
  const taken = new Set<SeenWord>()
  for (const word of first) {
    const others = second.filter((other) => areSame(word, other)).sort((a, b) => a.x0 - b.x0)
    const isAgreed = agree(word, others)
    const isKept = isTrusted(word) || (isAgreed && word.confidence >= LEAST_AGREED)
    // What only the second reading trusts has its turn below.
    if (!isKept && others.some(isTrusted)) continue
    for (const other of others) taken.add(other)
    if (isKept) {
      const { text } = isAgreed ? withItsStop(word, others) : word
      words.push(asWord({ ...word, text }, !isAgreed || !hasItsSeparators(picture, word)))
    } else doubted.push(word)
  }
  for (const word of second) {
    if (taken.has(word)) continue
    if (isTrusted(word)) words.push(asWord(word, true))
    else doubted.push(word)
  }
  return { words, doubted: likeText(doubted, words) }
}

function isTrusted({ confidence, text }: SeenWord): boolean {
  return confidence >= LEAST_CONFIDENCE && /[\p{L}\p{N}]/u.test(text)
}

function asWord(word: SeenWord, isDoubtful: boolean): Word {
  const { text, x0, y0, x1, y1 } = word
  const unit = asUnit(text)
  if (unit) return { text: unit, x0, y0, x1, y1, isUnsure: false }
  const mayBeNumber = numbersIn(text).length > 0 || hasDigitAmidst(text)
  const isUnsure = isRunInto(text) || (isDoubtful && mayBeNumber)
  return { text: isUnsure ? withMarks(text) : spaced(text), x0, y0, x1, y1, isUnsure }
}

/** In the numbers of both, or in all that they say. */
function agree({ text }: SeenWord, others: readonly SeenWord[]): boolean {
  const other = others.map((each) => each.text).join(' ')
  const numbers = numbersIn(text)
  if (numbers.length === 0) return plain(text) === plain(other) && plain(text) !== ''
  const theirs = numbersIn(other)
  return numbers.every((number) => theirs.includes(number))
}

/** Where both say the same letters, one may have lost the stop behind them. */
function withItsStop(word: SeenWord, others: readonly SeenWord[]): SeenWord {
  const [other] = others
  const isLonger = others.length === 1 && other!.text.length > word.text.length
  return isLonger && plain(other!.text) === plain(word.text) && /\.$/.test(other!.text)
    ? { ...word, text: other!.text }
    : word
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** The picture shows no others between the digits of a word. */
export function hasItsSeparators(
  picture: GreyPicture,
  { digits, text, y0, y1 }: SeenWord,
): boolean {
  if (!digits) return true
  const span = text.slice(text.search(/\d/), lastDigit(text) + 1)
  return showsSeparators(picture, { ...digits, y0, y1 }, span.match(/[.,;:]/g) ?? [])
}

function lastDigit(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (/\d/.test(text[at]!)) return at
  return -1
}

function areSame(a: Piece, b: Piece): boolean {
  return sharedHeight(a, b) > SAME && sharedWidth(a, b) > SAME
}

/** Words about as high as what was read: grain and drawings are not reported as missing rows. */
function likeText(doubted: readonly SeenWord[], words: readonly Word[]): Piece[] {
  const heights = words.map(heightOf).sort((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)]
  if (usual === undefined) return []
  return doubted
    .filter((word) => {
      const height = heightOf(word)
      const isOfText = /[\p{L}\p{N}]/u.test(word.text) && word.confidence >= LEAST_SEEN
      const isFree = !words.some((other) => areSame(word, other))
      return isOfText && isFree && height > usual / 2 && height < usual * 2
    })
    .map(({ x0, y0, x1, y1 }) => ({ text: UNREADABLE, x0, y0, x1, y1 }))
}

const WITH_COMMA = /^\d+(?:\.\d{3})*,\d+$/
/** Three digits behind a point are thousands. */
const WITH_POINT = /^\d+\.(?:\d{1,2}|\d{4,})$/
/** Share of a page's decimals: more are its own way. */
const FEW = 1 / 3

/**
 * A page writes its decimals in one way. Where a few numbers have the other sign, poor print may
 * have made a point of a comma: those are marked.
 */
export function withOddSignsMarked(words: readonly Word[]): Word[] {
  const numbers = words.flatMap(({ text }) => text.match(NUMBER) ?? [])
  const commas = numbers.filter((number) => WITH_COMMA.test(number)).length
  const points = numbers.filter((number) => WITH_POINT.test(number)).length
  if (commas === 0 || points === 0) return [...words]
  if (Math.min(commas, points) > FEW * (commas + points)) return [...words]
  const odd = points < commas ? WITH_POINT : WITH_COMMA
  return words.map((word) => {
    const text = word.text.replace(NUMBER, (number, at: number) => {
      const isMarked = word.text.startsWith(MARK, at + number.length)
      return odd.test(number) && !isMarked ? number + MARK : number
    })
    return text === word.text ? word : { ...word, text, isUnsure: true }
  })
}

interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Share of a digit's height. */
const TALL = 0.6
const SMALL = 0.5
const FOOT = 0.6
/** Below the digits' foot: a comma hangs down, a point does not. */
const HANGS = 0.1
const LEAST_MARK = 0.09
/** Around what is said to be the number: a tail may hang below it. */
const BELOW = 0.3

/**
 * Commas and points between digits, found in the picture itself: small marks at the foot of a
 * number. Recognition loses them at times, surely and in every reading alike; a mark that it does
 * not tell makes the number unsure.
 * @param separators that were recognized, in their order: `.`, `,` and others
 * @returns false where the picture shows others
 */
function showsSeparators(picture: GreyPicture, box: Box, separators: readonly string[]): boolean {
  const found = smallMarks(picture, box)
  // Where letters touch, a mark may be part of a digit; none is ever added.
  if (!found || found.hangs.length < separators.length) return true
  return found.hangs.length === separators.length && areThose(found.hangs, separators)
}

/** The picture has just these marks: enough to trust them where one reading lost them. */
export function showsJust(picture: GreyPicture, box: Box, separators: readonly string[]): boolean {
  const found = smallMarks(picture, box)
  return found?.hangs.length === separators.length && areThose(found.hangs, separators)
}

function areThose(hangs: readonly number[], separators: readonly string[]): boolean {
  return hangs.every((hang, index) => {
    if (separators[index] === '.') return hang < HANGS * 1.5
    return separators[index] === ',' ? hang > HANGS / 2 : true
  })
}

/** How far each hangs below the digits, from left to right; undefined: no digit is seen. */
function smallMarks(picture: GreyPicture, box: Box): { hangs: number[] } | undefined {
  const below = Math.round((box.y1 - box.y0) * BELOW)
  const marks = marksIn(picture, {
    x0: Math.floor(box.x0) - 1,
    y0: Math.floor(box.y0) - 1,
    x1: Math.ceil(box.x1) + 1,
    y1: Math.ceil(box.y1) + below,
  })
  const tall = Math.max(1, ...marks.map(({ y0, y1 }) => y1 - y0))
  const digits = marks.filter(({ y0, y1 }) => y1 - y0 > TALL * tall)
  if (digits.length === 0) return undefined
  const top = Math.min(...digits.map(({ y0 }) => y0))
  const foot = median(digits.map(({ y1 }) => y1))
  const small = marks
    .filter(({ x0, x1, y0, y1, pixels }) => {
      const isSmall = y1 - y0 < SMALL * tall && x1 - x0 < SMALL * tall
      const isAtFoot = (y0 + y1) / 2 > top + FOOT * (foot - top)
      return isSmall && isAtFoot && pixels >= Math.max(3, (LEAST_MARK * tall) ** 2)
    })
    .sort((a, b) => a.x0 - b.x0)
  return { hangs: small.map(({ y1 }) => (y1 - foot) / tall) }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
