/**
 * Text that goes in circles. People repeat themselves too, above all in an examination ("respira
 * fundo", "diga trinta e três", counting): short phrases may come back often, long ones hardly ever
 * do. What decides is how long the phrase is, how often it comes back and how fast it would have
 * been said.
 */
import type { RecognizedPiece } from './ports.ts'

/**
 * How much shorter a text becomes when what it repeats is pointed at instead of written again:
 * Whisper's own sign of a loop, computed as deflate would (a greedy search for repeats of four
 * letters and more). Speech stays below 2; from 2.4 on a text goes in circles.
 */
function compressionRatio(text: string): number {
  if (text.length === 0) return 1
  const places = new Map<string, number[]>()
  let bits = OVERHEAD_BITS
  for (let at = 0; at < text.length; ) {
    const length = longestBefore(text, at, places.get(text.slice(at, at + SHORTEST)) ?? [])
    const step = length >= SHORTEST ? length : 1
    bits += length >= SHORTEST ? REPEAT_BITS : LETTER_BITS
    for (let i = at; i < at + step; i++) {
      const key = text.slice(i, i + SHORTEST)
      const known = places.get(key)
      if (known) known.push(i)
      else places.set(key, [i])
    }
    at += step
  }
  return (text.length * 8) / bits
}

const SHORTEST = 4
/** Fixed by what zlib makes of spoken Portuguese; the test compares. */
const LETTER_BITS = 6.6
const REPEAT_BITS = 18
const OVERHEAD_BITS = 11 * 8

function longestBefore(text: string, at: number, places: readonly number[]): number {
  let best = 0
  for (const place of places) {
    let length = 0
    // It may run into itself: a letter eight times over is one letter and one repeat of seven.
    while (at + length < text.length && text[place + length] === text[at + length]) length++
    best = Math.max(best, length)
  }
  return best
}

/** @param heardMs how much sound the text can rest on */
export function isLoop(text: string, heardMs: number): boolean {
  const words = plainWords(text)
  const pace = words.length / Math.max(heardMs / 1000, 0.1)
  for (let size = 1; size <= LONGEST_PHRASE; size++)
    if (longestRepeat(words, size) >= timesAllowed(size, pace)) return true
  return words.length >= MANY_WORDS && compressionRatio(plainWords(text).join(' ')) > CIRCULAR
}

/**
 * Pieces of one answer that say the same as those before them: the loop runs over several pieces.
 * The first of them stays, as somebody may have said it. @returns their indices
 */
export function loopingPieces(pieces: readonly Pick<RecognizedPiece, 'text'>[]): Set<number> {
  const words = pieces.flatMap(({ text }, piece) =>
    plainWords(text).map((word) => ({ word, piece })),
  )
  const looping = new Set<number>()
  const plain = words.map(({ word }) => word)
  for (let size = LONG_PHRASE; size <= LONGEST_ACROSS; size++) {
    for (let start = 0; start + size <= plain.length; ) {
      const times = repeatsFrom(plain, start, size)
      if (times < LONG_TIMES) {
        start++
        continue
      }
      const end = start + times * size
      const own = words[start + size - 1]!.piece
      for (let piece = own + 1; piece < pieces.length; piece++) {
        const places = words.flatMap((word, at) => (word.piece === piece ? [at] : []))
        if (places.length > 0 && places[0]! >= start && places.at(-1)! < end) looping.add(piece)
      }
      start = end
    }
  }
  return looping
}

/** Whisper's own threshold. */
const CIRCULAR = 2.4
/** Below it the ratio says little. */
const MANY_WORDS = 30
const LONGEST_PHRASE = 12
const LONGEST_ACROSS = 24
/** Nobody says a phrase of five words four times in a row. */
const LONG_PHRASE = 5
const LONG_TIMES = 4
const SHORT_TIMES = 8
/** Words a second: repeated at this pace it was not said. */
const HURRIED = 4.5
const HURRIED_TIMES = 5

function timesAllowed(size: number, pace: number): number {
  if (size >= LONG_PHRASE) return LONG_TIMES
  return size > 1 && pace > HURRIED ? HURRIED_TIMES : SHORT_TIMES
}

function longestRepeat(words: readonly string[], size: number): number {
  let best = 1
  for (let start = 0; start + size <= words.length; start++)
    best = Math.max(best, repeatsFrom(words, start, size))
  return best
}

function repeatsFrom(words: readonly string[], start: number, size: number): number {
  let times = 1
  while (sameWords(words, start, start + times * size, size)) times++
  return times
}

function sameWords(words: readonly string[], a: number, b: number, size: number): boolean {
  if (b + size > words.length) return false
  for (let i = 0; i < size; i++) if (words[a + i] !== words[b + i]) return false
  return true
}

/** The words of a text without case, accents and punctuation: what repeats is compared by these. */
export function plainWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return plain === '' ? [] : plain.split(' ')
}
