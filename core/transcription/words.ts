import type { HeardWord } from './ports.ts'

/** Words of pieces of speech, each with its place in the text and about when it was said. */
export interface PlacedWord {
  /** Index of its piece. */
  piece: number
  /** Without case, accents and punctuation: what two looks at the same speech have in common. */
  norm: string
  /** Characters [from, to) of the piece's text, punctuation included. */
  from: number
  to: number
  startMs: number
  endMs: number
  /** Its middle. */
  atMs: number
}

/**
 * Where the recognizer does not tell the words' times, those of the piece, or of the longer word,
 * are spread over its characters.
 */
export function readWords(
  pieces: readonly { text: string; startMs: number; endMs: number; words?: HeardWord[] }[],
): PlacedWord[] {
  return pieces.flatMap(({ text, startMs, endMs, words }, piece) => {
    const whole = { from: 0, to: text.length, startMs, endMs }
    let next = 0
    return [...text.matchAll(/\S+/g)].map((match) => {
      const [word] = match
      const from = match.index
      const to = from + word.length
      while (words?.[next] && words[next]!.to <= from) next++
      const known = words?.[next]
      const around = known && known.from <= from && known.to >= to ? known : whole
      const [start, end] = [timeAt(around, from), timeAt(around, to)]
      return {
        piece,
        norm: plain(word),
        from,
        to,
        startMs: start,
        endMs: end,
        atMs: (start + end) / 2,
      }
    })
  })
}

function timeAt(around: Pick<HeardWord, 'from' | 'to' | 'startMs' | 'endMs'>, at: number): number {
  const { from, to, startMs, endMs } = around
  return Math.round(startMs + ((endMs - startMs) * (at - from)) / Math.max(1, to - from))
}

function plain(word: string): string {
  const bare = word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
  return bare === '' ? word : bare
}

const BAND_MS = 15_000
const GAP = 1
/**
 * Dearer than one gap, cheaper than two: another spelling of the same word is a word in its place.
 */
const OTHER_WORD = 1.5
/** Decides between equal words only. */
const PER_SECOND = 0.01

const PAIR = 1
const ONLY_BEFORE = 2
const ONLY_AFTER = 3

/**
 * Which word of a second look at speech is which word of the first: the alignment with the fewest
 * edits (Needleman-Wunsch). Only words within `BAND_MS` of each other can be the same, so time and
 * memory grow with the length of the speech, not with its square; among equal words the nearest in
 * time are.
 * @returns for each word of `after` the index of its word in `before`; undefined where there is
 * none
 */
export function alignWords(
  before: readonly PlacedWord[],
  after: readonly PlacedWord[],
): (number | undefined)[] {
  const band = bandOf(before, after)
  const steps: Uint8Array[] = []
  let costs = new Float64Array(0)
  for (const [row, { from, to }] of band.entries()) {
    const own = new Float64Array(to - from + 1)
    const taken = new Uint8Array(to - from + 1)
    const above = band[row - 1]
    const costAbove = (at: number) =>
      above && at >= above.from && at <= above.to
        ? costs[at - above.from]!
        : Number.POSITIVE_INFINITY
    for (let at = from; at <= to; at++) {
      let best = row === 0 && at === 0 ? 0 : Number.POSITIVE_INFINITY
      let step = 0
      const consider = (cost: number, kind: number) => {
        if (cost >= best) return
        best = cost
        step = kind
      }
      if (row > 0 && at > 0)
        consider(costAbove(at - 1) + pairCost(before[row - 1]!, after[at - 1]!), PAIR)
      if (row > 0) consider(costAbove(at) + GAP, ONLY_BEFORE)
      if (at > from) consider(own[at - 1 - from]! + GAP, ONLY_AFTER)
      own[at - from] = best
      taken[at - from] = step
    }
    steps.push(taken)
    costs = own
  }
  return follow(band, steps, before.length, after.length)
}

/**
 * For each number of words of `before`, how many of `after` may have been said between its last one
 * and the next.
 */
function bandOf(before: readonly PlacedWord[], after: readonly PlacedWord[]) {
  const rows: { from: number; to: number }[] = []
  let [from, to] = [0, 0]
  for (let row = 0; row <= before.length; row++) {
    const earliestMs = (before[row - 1]?.atMs ?? Number.NEGATIVE_INFINITY) - BAND_MS
    const latestMs = (before[row]?.atMs ?? Number.POSITIVE_INFINITY) + BAND_MS
    while (from < after.length && after[from]!.atMs < earliestMs) from++
    while (to < after.length && after[to]!.atMs <= latestMs) to++
    rows.push({ from, to: Math.max(from, to) })
  }
  return rows
}

function pairCost(one: PlacedWord, other: PlacedWord): number {
  const apart = (Math.abs(one.atMs - other.atMs) / 1000) * PER_SECOND
  return (one.norm === other.norm ? 0 : OTHER_WORD) + apart
}

function follow(
  band: readonly { from: number }[],
  steps: readonly Uint8Array[],
  rows: number,
  columns: number,
): (number | undefined)[] {
  const partners: (number | undefined)[] = Array.from({ length: columns }, () => undefined)
  let [row, at] = [rows, columns]
  while (row > 0 || at > 0) {
    const step = steps[row]![at - band[row]!.from]
    if (step === ONLY_AFTER) at--
    else {
      row--
      if (step === PAIR) partners[--at] = row
    }
  }
  return partners
}
