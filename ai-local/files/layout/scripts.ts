/**
 * Letters that are raised or lowered belong to the word they are drawn at. As digits of its number
 * they would make another one: glucose of 98 with the mark of a note would be 981.
 */
import { boxOf, heightOf, type Piece } from './piece.ts'

/** Longer ones are small print beside large. */
const MOST_CHARACTERS = 6
/** Shares of the word's height. */
const MOST_HEIGHT = 0.85
const MOST_GAP = 0.3
const LEAST_RAISED = 0.12
const MOST_RAISED = 0.7
const LEAST_LOWERED = 0.06
const MOST_LOWERED = 0.6
/** Share of a piece's height that lies below the line its letters stand on. */
const BELOW = 0.2
/** Points: words are looked for by how high they stand. */
const BAND = 8
/** Nearest pieces that are tried. */
const LOOKED_AT = 60

/** @param pieces of print, of upright text */
export function withScripts(pieces: readonly Piece[]): Piece[] {
  if (!pieces.some(isShort)) return [...pieces]
  const bands = new Map<number, Piece[]>()
  const kept: Piece[] = []
  for (const piece of [...pieces].sort((a, b) => a.x0 - b.x0)) {
    const word = isShort(piece) ? wordAt(piece, bands) : undefined
    if (word) {
      const text = word.text.trimEnd() + asScript(piece, word)
      Object.assign(word, { text, x1: Math.max(word.x1, piece.x1) })
      continue
    }
    const own = { ...piece }
    kept.push(own)
    const band = Math.floor(lineOf(own) / BAND)
    const there = bands.get(band)
    if (there) there.push(own)
    else bands.set(band, [own])
  }
  return withMarksBefore(kept)
}

function isShort({ text }: Piece): boolean {
  return text.trim() !== '' && text.length <= MOST_CHARACTERS && !/\s/.test(text.trim())
}

function lineOf(piece: Piece): number {
  return piece.y1 - BELOW * heightOf(piece)
}

/** On the left, the one it is nearest to: a lowered letter is a raised one to the next row. */
function wordAt(piece: Piece, bands: ReadonlyMap<number, Piece[]>): Piece | undefined {
  const reach = Math.ceil((2 * heightOf(piece)) / BAND)
  const middle = Math.floor(lineOf(piece) / BAND)
  const near: Piece[] = []
  for (let band = middle - reach; band <= middle + reach; band++)
    for (const word of bands.get(band)?.slice(-LOOKED_AT) ?? [])
      if (isAt(piece, word, piece.x0 - word.x1)) near.push(word)
  const apart = (word: Piece) =>
    Math.abs(piece.x0 - word.x1) + Math.abs(lineOf(piece) - lineOf(word))
  return near.sort((a, b) => apart(a) - apart(b))[0]
}

function isAt(piece: Piece, word: Piece, gap: number): boolean {
  const height = heightOf(word)
  if (heightOf(piece) > MOST_HEIGHT * height) return false
  if (gap > MOST_GAP * height || gap < -MOST_GAP * height) return false
  return raisedBy(piece, word) !== 'level'
}

function raisedBy(piece: Piece, word: Piece): 'raised' | 'lowered' | 'level' {
  const share = (lineOf(word) - lineOf(piece)) / heightOf(word)
  if (share >= LEAST_RAISED && share <= MOST_RAISED) return 'raised'
  return -share >= LEAST_LOWERED && -share <= MOST_LOWERED ? 'lowered' : 'level'
}

const RAISED: ReadonlyMap<string, string> = pairs('0123456789+-−–', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻')
const LOWERED: ReadonlyMap<string, string> = pairs('0123456789', '₀₁₂₃₄₅₆₇₈₉')

function pairs(plain: string, script: string): Map<string, string> {
  const scripts = [...script]
  return new Map([...plain].map((one, at) => [one, scripts[at]!]))
}

/** As one writes it in a line: 10³, CO2, 1º; a letter behind a number stays apart from it. */
function asScript(piece: Piece, word: Piece): string {
  const text = piece.text.trim()
  const isAfterNumber = /\p{N}\s*$/u.test(word.text)
  if (raisedBy(piece, word) === 'lowered') return isAfterNumber ? inOther(text, LOWERED) : text
  if (text === 'o') return 'º'
  if (/^\P{N}/u.test(text) && isAfterNumber && !RAISED.has(text[0]!)) return ` ${text}`
  return inOther(text, RAISED)
}

function inOther(text: string, letters: ReadonlyMap<string, string>): string {
  return [...text].map((one) => letters.get(one) ?? one).join('')
}

/** Of a note, in front of its word. */
function withMarksBefore(pieces: readonly Piece[]): Piece[] {
  const isGone = new Set<Piece>()
  const byLeft = [...pieces].sort((a, b) => a.x0 - b.x0)
  for (const [at, mark] of byLeft.entries()) {
    if (!isShort(mark) || !/^\p{N}+$/u.test(mark.text.trim())) continue
    const word = byLeft
      .slice(at + 1, at + 1 + LOOKED_AT)
      .find((one) => isAt(mark, one, one.x0 - mark.x1) && raisedBy(mark, one) === 'raised')
    if (!word) continue
    const text = `${inOther(mark.text.trim(), RAISED)} ${word.text.trimStart()}`
    Object.assign(word, { text, x0: boxOf([word, mark]).x0 })
    isGone.add(mark)
  }
  return pieces.filter((piece) => !isGone.has(piece))
}
