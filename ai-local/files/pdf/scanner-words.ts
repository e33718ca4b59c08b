/**
 * Words that lie unseen in a picture of a page: a scanner's own recognition of it, if the picture
 * says the same. What a page shows goes before what lies under it.
 */
import { UNSURE_NUMBER } from '../../../core/file/unsure-marks.ts'
import type { Piece } from '../layout/piece.ts'
import type { HiddenText } from './printed-text.ts'

export interface ScannerWords {
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
