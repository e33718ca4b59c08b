/**
 * Print with its letters set apart ("H E M O G R A M A") as words again: the blanks between words
 * are wider than those between their letters. Where they are not, that is reported.
 */
import { boxOf, heightOf, type Piece } from '../layout/piece.ts'
import { intoRows } from '../layout/rows.ts'

/** Fewer letters are marks, choices and scores. */
const LEAST_LETTERS = 4
/** Shares of the letters' height: blanks between letters that are set apart. */
const LEAST_GAP = 0.08
const MOST_GAP = 1.1
/** Blank that an ordinary program puts between words. */
const ORDINARY_GAP = 0.36
/** Of the blank between letters: wider ones are between words, and less is chance. */
const WORD_GAP = 1.6
const SURE_GAP = 1.3
/** Behind a word's blank, in heights: another cell. */
const CELL_GAP = 1.2
/** Letters without a wider blank: fewer may be a list, more are several words. */
const ONE_WORD = { least: 6, most: 18 }

export interface WholeWords {
  pieces: Piece[]
  /** How many rows may be other words. */
  unsure: number
}

/** Most of what it says are single letters: they are to be looked at one by one. */
export function isSpacedOut(text: string): boolean {
  const tokens = text.trim().split(/\s+/)
  return tokens.length > 1 && 2 * tokens.filter(isSingle).length > tokens.length
}

/** @param pieces of upright text, those that are spaced out letter by letter */
export function wholeWords(pieces: readonly Piece[]): WholeWords {
  if (pieces.filter(({ text }) => isSingle(text)).length < LEAST_LETTERS)
    return { pieces: [...pieces], unsure: 0 }
  const gone = new Set<Piece>()
  const made: Piece[] = []
  let unsure = 0
  for (const letters of intoRows(pieces).flatMap(sequencesIn)) {
    const words = wordsOf(letters)
    if (!words) continue
    if (!words.isSure) unsure++
    if (words.cells.length === 0) continue
    for (const letter of letters) gone.add(letter)
    made.push(...words.cells)
  }
  return { pieces: [...pieces.filter((piece) => !gone.has(piece)), ...made], unsure }
}

function isSingle(text: string): boolean {
  return [...text.trim()].length === 1
}

/** Letters one after the other, of one size. */
function sequencesIn(row: readonly Piece[]): Piece[][] {
  const sequences: Piece[][] = []
  for (const [index, piece] of row.entries()) {
    const before = row[index - 1]
    const isNext =
      before !== undefined &&
      isSingle(before.text) &&
      isSingle(piece.text) &&
      Math.abs(heightOf(before) - heightOf(piece)) < 0.1 * heightOf(piece)
    if (isNext) sequences.at(-1)!.push(piece)
    else sequences.push([piece])
  }
  return sequences.filter(
    (letters) => letters.filter(({ text }) => /\p{L}/u.test(text)).length >= LEAST_LETTERS,
  )
}

/** Undefined where they are not set apart; without cells where they stay as they are. */
function wordsOf(letters: readonly Piece[]): { cells: Piece[]; isSure: boolean } | undefined {
  const height = heightOf(letters[0]!)
  const gaps = letters.slice(1).map(({ x0 }, index) => Math.max(0, x0 - letters[index]!.x1))
  const base = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 4)]!
  if (base < LEAST_GAP * height || base > MOST_GAP * height) return undefined
  const cells: Piece[][] = [[letters[0]!]]
  let text = letters[0]!.text.trim()
  const texts: string[] = []
  for (const [index, gap] of gaps.entries()) {
    const letter = letters[index + 1]!
    if (gap > 2 * base + CELL_GAP * height) {
      texts.push(text)
      cells.push([letter])
      text = letter.text.trim()
    } else {
      cells.at(-1)!.push(letter)
      text += (gap > WORD_GAP * base ? ' ' : '') + letter.text.trim()
    }
  }
  texts.push(text)
  const words = texts.flatMap((one) => one.split(' '))
  const isOrdinary = base < ORDINARY_GAP * height
  if (words.length === 1 && isOrdinary) {
    if (words[0]!.length < ONE_WORD.least) return undefined
    if (!isOneWord(words[0]!)) return { cells: [], isSure: false }
  }
  const isBetween = (gap: number) => gap > SURE_GAP * base && gap <= WORD_GAP * base
  const isSure = !gaps.some(isBetween) && words.every((word) => !isSeveral(word))
  return { cells: cells.map((own, index) => ({ text: texts[index]!, ...boxOf(own) })), isSure }
}

function isOneWord(word: string): boolean {
  return word.length <= ONE_WORD.most && /^(?:\p{Lu}+|\p{L}\p{Ll}+)\p{P}?$/u.test(word)
}

/** Too long for one, or a word and a number in one. */
function isSeveral(word: string): boolean {
  return word.length > ONE_WORD.most || /\p{L}{3}\p{N}|\p{N}\p{L}{3}|\p{L}\p{Ll}\p{Lu}/u.test(word)
}
