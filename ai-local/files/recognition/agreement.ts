/**
 * What tesseract saw, cell by cell, beside what the reader of lines says of the same cell. The two
 * are made so differently that they are hardly wrong alike: a number that both tell is sure, every
 * other one is marked, and where a cell holds nothing but numbers the reader of lines is quoted,
 * because it loses no commas.
 */
import { UNREADABLE } from '../../../core/file/file.ts'
import type { GreyPicture } from '../grey-picture.ts'
import { boxOf, heightOf, type Piece } from '../layout/piece.ts'
import { intoRows } from '../layout/rows.ts'
import type { LineReader } from './line-network.ts'
import type { Box } from './marks.ts'
import type { SeenWord } from './tesseract.ts'
import {
  hasItsSeparators,
  MARK,
  NUMBER,
  numbersIn,
  type ReadWords,
  showsJust,
  spaced,
  type Word,
  withMarks,
} from './two-readings.ts'

interface Seen extends ReadWords {
  first: readonly SeenWord[]
  second: readonly SeenWord[]
}

/** Gap between cells, in heights of their letters. */
const CELL_GAP = 1
/** Paper around a cell, in its heights; beside it, never more than half of the gap. */
const AROUND = { above: 0.2, beside: 0.5 }
/** Words that tesseract doubts are taken from the reader of lines alone from here on. */
const SURE = 0.9
/** A number of which the reader of lines is less sure, and which nobody else saw, is none. */
const LEAST_ALONE = 0.5

/** @param progress is called after each cell that was read */
export async function agreedWords(
  picture: GreyPicture,
  seen: Seen,
  readLine: LineReader,
  progress: () => void,
): Promise<ReadWords> {
  const { words, doubted } = seen
  const all: ReadWords = { words: [], doubted: [] }
  const isWord = new Map<Piece, Word>(words.map((word) => [word, word]))
  for (const row of intoRows([...words, ...doubted])) {
    const cells = cellsOf(row)
    const hasNumbers = row.some(({ text }) => /\d/.test(text))
    for (const [at, pieces] of cells.entries()) {
      const cell = cellFrom(pieces, isWord, seen)
      if (!isAsked(cell, hasNumbers)) {
        all.words.push(...cell.words)
        continue
      }
      const box = boxOf(pieces)
      const left = at === 0 ? 0 : boxOf(cells[at - 1]!).x1
      const right = at + 1 < cells.length ? boxOf(cells[at + 1]!).x0 : picture.width
      const { text, confidence } = await readLine(picture, around(box, left, right, picture))
      progress()
      const told = settled(picture, cell, box, tidied(text), confidence)
      all.words.push(...told.words)
      all.doubted.push(...told.doubted)
    }
  }
  return all
}

interface Cell extends ReadWords {
  /** What the readings of tesseract have there. */
  first: string
  second: string
  seen: readonly SeenWord[]
}

function cellsOf(row: readonly Piece[]): Piece[][] {
  const cells: Piece[][] = []
  for (const piece of row) {
    const cell = cells.at(-1)
    const before = cell?.at(-1)
    const gap = cell && before ? piece.x0 - boxOf(cell).x1 : 0
    if (cell && before && gap <= CELL_GAP * Math.max(heightOf(before), heightOf(piece)))
      cell.push(piece)
    else cells.push([piece])
  }
  return cells
}

function cellFrom(
  pieces: readonly Piece[],
  isWord: ReadonlyMap<Piece, Word>,
  { first, second }: Seen,
): Cell {
  const box = boxOf(pieces)
  const isInside = ({ x0, x1, y0, y1 }: SeenWord) => {
    const [across, down] = [(x0 + x1) / 2, (y0 + y1) / 2]
    return across >= box.x0 && across <= box.x1 && down >= box.y0 - 2 && down <= box.y1 + 2
  }
  const inside = (reading: readonly SeenWord[]) =>
    reading.filter(isInside).sort((a, b) => a.x0 - b.x0)
  const [one, other] = [inside(first), inside(second)]
  const textOf = (words: readonly SeenWord[]) => words.map(({ text }) => text).join(' ')
  return {
    words: pieces.flatMap((piece) => isWord.get(piece) ?? []),
    doubted: pieces.filter((piece) => !isWord.has(piece)),
    first: textOf(one),
    second: textOf(other),
    seen: [...one, ...other],
  }
}

function isAsked({ words, doubted, first, second }: Cell, hasNumbers: boolean): boolean {
  const isOpen = doubted.length > 0 || words.some(({ isUnsure }) => isUnsure)
  return isOpen || /\d/.test(first + second) || (hasNumbers && mayBeNumber(words))
}

/** "LL", "Lil:" in a row with numbers: all of a cell, and perhaps a number itself. */
function mayBeNumber(words: readonly Word[]): boolean {
  return words.length === 1 && SHORT_LETTERS.test(words[0]!.text)
}

const SHORT_LETTERS = /^[\p{L}.,:;|]{1,5}$/u

function around({ x0, y0, x1, y1 }: Box, left: number, right: number, picture: GreyPicture): Box {
  const [above, beside] = [(y1 - y0) * AROUND.above, (y1 - y0) * AROUND.beside]
  return {
    x0: Math.max(0, Math.floor(x0 - Math.min(beside, Math.max(0, x0 - left) / 2))),
    x1: Math.min(picture.width, Math.ceil(x1 + Math.min(beside, Math.max(0, right - x1) / 2))),
    y0: Math.max(0, Math.floor(y0 - above)),
    y1: Math.min(picture.height, Math.ceil(y1 + above)),
  }
}

/** Letters of a digit's shape beside digits: the reader of lines knows no words and mixes them. */
const LIKE_ONE = /(?<=\d[.,])[lI|](?!\p{L})|(?<=^|[\s\d])[lI|](?=[.,]?\d)/gu

/** "6,1 a17,1", "7,9a": a range is written with its blanks; "l1.000": a digit is no letter. */
function tidied(line: string): string {
  const digits = line.replace(LIKE_ONE, '1')
  return spaced(digits.replace(/(?<=^|\s|\d)a(?=\d)/g, ' a ').replace(/(?<=\d)a(?=\s|$)/g, ' a'))
    .replace(/ +/g, ' ')
    .trim()
}

/** Numbers and what stands between them; never two signs where one belongs. */
const NUMBERS_ONLY = /^[\s\d.,:;/%a<>≤≥=()+*-]*$/
const TWO_SIGNS = /[.,:]{2}/
/** A decimal comma, or a thousands point: poor pictures show one for the other. */
const AS_WRITTEN_HERE = /^\d+(?:\.\d{3})*(?:,\d+)?$/

function settled(
  picture: GreyPicture,
  cell: Cell,
  box: Box,
  line: string,
  confidence: number,
): ReadWords {
  const said = numbersIn(line)
  const [first, second] = [numbersIn(cell.first), numbersIn(cell.second)]
  if (said.length + first.length + second.length === 0)
    return withoutNumbers(cell, line, confidence)
  if (isAlone(cell, said, confidence))
    return {
      words: cell.words.filter(({ text }) => !/\d/.test(text)),
      doubted: [...cell.doubted, { ...box, text: UNREADABLE }],
    }
  const shown = numbersIn(plainOf(cell.words))
  const isSaid = (numbers: readonly string[]) => said.length > 0 && areSame(said, numbers)
  if (!NUMBERS_ONLY.test(line) || TWO_SIGNS.test(line) || said.length === 0)
    return isSaid(shown) && hasSeparators(picture, cell)
      ? { words: asMostSay(cell, box, line), doubted: cell.doubted }
      : { words: cell.words.map((word) => markedUnless(said, word)), doubted: cell.doubted }
  const isAgreed =
    ((isSaid(first) || isSaid(second)) && hasSeparators(picture, cell)) ||
    (haveSameDigits(said, [first, second]) &&
      said.every((number) => AS_WRITTEN_HERE.test(number)) &&
      showsJust(picture, box, line.match(/[.,;:]/g) ?? []))
  const sure = isAgreed ? new Set(said.keys()) : bothIn(said, first, second)
  let at = -1
  const text = line.replace(NUMBER, (number) => {
    at++
    return sure.has(at) ? number : number + MARK
  })
  return { words: [{ ...box, text, isUnsure: text.includes(MARK) }], doubted: [] }
}

/** One of three saw a number, and the others nothing: likely a stroke of a drawing. */
function isAlone({ first, second }: Cell, said: readonly string[], confidence: number): boolean {
  if (confidence >= LEAST_ALONE) return false
  const saying = [first, second].filter((text) => numbersIn(text).length > 0).length
  return said.length > 0 ? saying === 0 : saying === 1 && (first === '' || second === '')
}

/** The numbers are sure; where one reading is alone with a letter, the two others have the word. */
function asMostSay({ words, second }: Cell, box: Box, line: string): Word[] {
  const isOutvoted = line === spaced(second) && line !== plainOf(words)
  return isOutvoted ? [{ ...box, text: line, isUnsure: false }] : words.map(unmarked)
}

/** What tesseract doubted, where the reader of lines says the same or is sure of it. */
function withoutNumbers(cell: Cell, line: string, confidence: number): ReadWords {
  const { words, doubted, first, second } = cell
  const isSame = (text: string) => lettersOf(text) !== '' && lettersOf(text) === lettersOf(line)
  const isSure = confidence >= SURE && /^[\p{L}%/µ]+$/u.test(line) && !LIKE_DIGITS.test(line)
  const isKnown = isSame(first) || isSame(second) || isSure
  if (words.length > 0 || doubted.length !== 1 || !isKnown) return { words, doubted }
  return { words: [{ ...boxOf(doubted), text: line, isUnsure: false }], doubted: [] }
}

/** Letters alone that a digit may be taken for. */
const LIKE_DIGITS = /^[OISBlia]+$/

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}%]/gu, '').toLowerCase()
}

function plainOf(words: readonly Word[]): string {
  return words.map((word) => unmarked(word).text).join(' ')
}

function unmarked(word: Word): Word {
  return { ...word, text: word.text.replaceAll(MARK, ''), isUnsure: false }
}

function markedUnless(said: readonly string[], word: Word): Word {
  const isSaid = word.isUnsure || numbersIn(word.text).every((number) => said.includes(number))
  return isSaid ? word : { ...word, text: withMarks(word.text), isUnsure: true }
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at])
}

function haveSameDigits(
  said: readonly string[],
  readings: readonly (readonly string[])[],
): boolean {
  const digits = (numbers: readonly string[]) => numbers.map((one) => one.replace(/\D/g, ''))
  return readings.some((numbers) => areSame(digits(said), digits(numbers)))
}

function hasSeparators(picture: GreyPicture, { seen, words }: Cell): boolean {
  const isShown = ({ x0, y0 }: SeenWord) =>
    words.some((word) => Math.abs(word.x0 - x0) < 1 && Math.abs(word.y0 - y0) < 1)
  return seen.every((word) => !isShown(word) || hasItsSeparators(picture, word))
}

/** Places of what the line and one reading of tesseract have alike, in order; none lost. */
function bothIn(
  said: readonly string[],
  first: readonly string[],
  second: readonly string[],
): ReadonlySet<number> {
  if (said.length < Math.max(first.length, second.length)) return new Set()
  const [one, other] = [inOrder(said, first), inOrder(said, second)]
  return one.size >= other.size ? one : other
}

function inOrder(said: readonly string[], numbers: readonly string[]): Set<number> {
  const found = new Set<number>()
  let from = 0
  for (const number of numbers) {
    const at = said.indexOf(number, from)
    if (at < 0) continue
    found.add(at)
    from = at + 1
  }
  return found
}
