/** A transcript compared with what was truly said: words, sentences, places. */
import type { TrueTurn } from '../../bin/tools/generate/speech/scene.ts'

export interface ShownPiece {
  startMs: number
  endMs: number
  text: string
  words?: { from: number; to: number; startMs: number; endMs: number }[] | undefined
}

export interface HearingScore {
  /** Words wrong, missing or too many, as a share of the words said. */
  wordErrorRate: number
  /** Turns of which no word was recognized. */
  turnsLost: number
  /** Share of the segments with the words of one turn only. */
  oneTurn: number
  /**
   * Of the segments that begin with the first word of a turn, the share that starts within half a
   * second of it.
   */
  startsRight: number
  /**
   * Of the words of short turns, the share that is placed within half a second of where they were
   * said.
   */
  wordsRight: number
}

interface PlacedWord {
  norm: string
  startMs: number
  /** Index of its turn or segment. */
  of: number
}

const NEAR_MS = 500
/**
 * Where a word lies in its turn is guessed from the letters before it: in longer turns the guess
 * itself is off by as much as is asked.
 */
const SHORT_TURN_MS = 5000

/**
 * Compares words regardless of case and punctuation; the times of turns are known, those of their
 * words guessed.
 */
export function scoreHearing(
  turns: readonly TrueTurn[],
  pieces: readonly ShownPiece[],
): HearingScore {
  const said = turns.flatMap(({ text, start_ms, end_ms }, of) =>
    wordsOf({ text, startMs: start_ms, endMs: end_ms }, of),
  )
  const heard = pieces.flatMap((piece, of) => wordsOf(piece, of))
  const { errors, pairs } = align(said, heard)
  const firsts = new Map<number, [said: PlacedWord, heard: PlacedWord]>()
  const turnsOf = new Map<number, Set<number>>()
  for (const [wanted, found] of pairs) {
    if (!firsts.has(found.of)) firsts.set(found.of, [wanted, found])
    turnsOf.set(found.of, (turnsOf.get(found.of) ?? new Set()).add(wanted.of))
  }
  const starts = [...firsts].flatMap(([of, [wanted]]) =>
    wanted.startMs === turns[wanted.of]!.start_ms ? [pieces[of]!.startMs - wanted.startMs] : [],
  )
  const judged = pairs.filter(([wanted]) => lengthOf(turns[wanted.of]!) <= SHORT_TURN_MS)
  return {
    wordErrorRate: round(errors / Math.max(1, said.length)),
    turnsLost: turns.filter((_, of) => !pairs.some(([wanted]) => wanted.of === of)).length,
    oneTurn: share([...turnsOf.values()], ({ size }) => size === 1),
    startsRight: share(starts, (off) => Math.abs(off) <= NEAR_MS),
    wordsRight: share(judged, ([a, b]) => Math.abs(a.startMs - b.startMs) <= NEAR_MS),
  }
}

function lengthOf({ start_ms, end_ms }: TrueTurn): number {
  return end_ms - start_ms
}

export function wordsOf({ text, startMs, endMs, words }: ShownPiece, of: number): PlacedWord[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => {
    const place = words?.find(({ from, to }) => index >= from && index < to)
    const before = text.slice(0, index).replace(/[^\p{L}\p{N}]/gu, '').length
    const all = text.replace(/[^\p{L}\p{N}]/gu, '').length
    const spread = startMs + ((endMs - startMs) * before) / Math.max(1, all)
    return { norm: word.toLowerCase(), startMs: place?.startMs ?? spread, of }
  })
}

/** The fewest edits, and the words that are the same in both. */
function align(said: readonly PlacedWord[], heard: readonly PlacedWord[]) {
  const rows = Array.from({ length: said.length + 1 }, () => new Uint32Array(heard.length + 1))
  for (let j = 0; j <= heard.length; j++) rows[0]![j] = j
  for (let i = 1; i <= said.length; i++) {
    rows[i]![0] = i
    for (let j = 1; j <= heard.length; j++)
      rows[i]![j] = Math.min(
        rows[i - 1]![j - 1]! + costOf(said[i - 1]!, heard[j - 1]!),
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
      )
  }
  const pairs: [PlacedWord, PlacedWord][] = []
  let [i, j] = [said.length, heard.length]
  while (i > 0 && j > 0) {
    const cost = costOf(said[i - 1]!, heard[j - 1]!)
    if (rows[i]![j] === rows[i - 1]![j - 1]! + cost) {
      if (cost === 0) pairs.push([said[i - 1]!, heard[j - 1]!])
      i--
      j--
    } else if (rows[i]![j] === rows[i - 1]![j]! + 1) i--
    else j--
  }
  return { errors: rows[said.length]![heard.length]!, pairs: pairs.reverse() }
}

function costOf(a: PlacedWord, b: PlacedWord): number {
  return a.norm === b.norm ? 0 : 1
}

function share<T>(all: readonly T[], test: (one: T) => boolean): number {
  return all.length === 0 ? 1 : round(all.filter(test).length / all.length)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
