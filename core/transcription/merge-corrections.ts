/**
 * A second look at speech (a longer live utterance, the final pass) meets what people corrected in the first one. What they
 * corrected stays, word for word: it takes the place of exactly the words that it was made from, however differently the second
 * look cuts, times or spells them. Everything else comes from the second look, and none of its words is lost.
 *
 * How: the words of both looks are aligned (least edits, in a band of time, so that a three-hour visit is no more work per minute than
 * a short one). Each new word thereby belongs to a stretch of the first look; those of corrected stretches go, the rest of a piece stays.
 * A word that only the second look heard stays, unless it lies inside a stretch that a person has read and corrected.
 */
import type { Speaker } from '../contract/api.ts'
import { alignWords } from './align-words.ts'
import type { PlacedPiece } from './ports.ts'
import { type PlacedWord, readWords } from './words.ts'

/** A segment of the first look. */
export interface KnownStretch {
  id: string
  startMs: number
  endMs: number
  channel: PlacedPiece['channel']
  /** The recognizer's own words, before any correction. */
  heard: string
  corrected: boolean
  /** Whom a person named as the speaker. */
  speaker: Speaker | null
}

export interface MergedPiece extends PlacedPiece {
  /** The known stretch that says the same, whose identity it keeps. */
  id: string | null
  speaker: Speaker | null
}

/** What is stored beside the corrected stretches, which the caller keeps as they are. In order of time, channel by channel. */
export function mergeCorrections(
  known: readonly KnownStretch[],
  pieces: readonly PlacedPiece[],
): MergedPiece[] {
  return (['mic', 'remote'] as const).flatMap((channel) => {
    const ofChannel = <T extends { channel: string; startMs: number; endMs: number }>(
      all: readonly T[],
    ) =>
      all
        .filter((one) => one.channel === channel)
        .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
    const stretches = ofChannel(known)
    const merged = mergeChannel(stretches, ofChannel(pieces))
    return withIdentities(stretches, merged)
  })
}

function mergeChannel(known: readonly KnownStretch[], pieces: readonly PlacedPiece[]) {
  if (known.every(({ corrected, speaker }) => !corrected && speaker === null))
    return pieces.map((piece) => ({ ...piece, speaker: null }))
  const before = readWords(known.map(({ heard, ...times }) => ({ ...times, text: heard })))
  const after = readWords(pieces)
  const homes = homesOf(known, before, after)
  const merged = pieces.flatMap((piece, index) => {
    const words = after.flatMap((word, at) =>
      word.piece === index ? [{ ...word, home: homes[at]! }] : [],
    )
    return words.length === 0 ? [{ ...piece, speaker: null }] : runsOf(known, piece, words)
  })
  return inOrder(merged)
}

/** What is said later begins later: pieces that were moved to the same side of a correction keep their order. */
function inOrder<Piece extends { startMs: number; endMs: number }>(pieces: Piece[]): Piece[] {
  let lastMs = -1
  return pieces.map((piece) => {
    lastMs = Math.max(lastMs + 1, piece.startMs)
    return { ...piece, startMs: lastMs, endMs: Math.max(lastMs, piece.endMs) }
  })
}

interface Home {
  /** The stretch it belongs to; -1: only the second look heard it. */
  stretch: number
  /** How many stretches are spoken before it. */
  after: number
}

/** Where each word of the second look belongs in the first. */
function homesOf(
  known: readonly KnownStretch[],
  before: readonly PlacedWord[],
  after: readonly PlacedWord[],
): Home[] {
  const partners = alignWords(before, after)
  const stretchAt = (at: number | undefined) => (at === undefined ? undefined : before[at]?.piece)
  const next: (number | undefined)[] = []
  for (let at = after.length - 1, seen: number | undefined; at >= 0; at--) {
    next[at] = seen
    seen = stretchAt(partners[at]) ?? seen
  }
  let last: number | undefined
  return after.map(({ atMs }, at) => {
    const own = stretchAt(partners[at])
    if (own !== undefined) {
      last = own
      return { stretch: own, after: own }
    }
    return betweenStretches(known, last ?? -1, next[at] ?? known.length, atMs)
  })
}

/** A word that only the second look heard, between two stretches of the first. */
function betweenStretches(
  known: readonly KnownStretch[],
  last: number,
  next: number,
  atMs: number,
): Home {
  if (last === next) return { stretch: last, after: last }
  let after = Math.max(last + 1, 0)
  for (let index = Math.max(last, 0); index <= next && index < known.length; index++) {
    const { startMs, endMs } = known[index]!
    if (atMs >= startMs && atMs <= endMs) return { stretch: index, after: index }
    if (index > last && index < next && endMs < atMs) after = index + 1
  }
  return { stretch: -1, after }
}

/** What is left of a piece, cut where words go, where another speaker was named, and around a corrected stretch. */
function runsOf(
  known: readonly KnownStretch[],
  piece: PlacedPiece,
  words: readonly (PlacedWord & { home: Home })[],
) {
  const runs: { words: typeof words; speaker: Speaker | null; after: number }[] = []
  let key: string | undefined
  for (const word of words) {
    const { stretch, after } = word.home
    const { corrected = false, speaker = null } = known[stretch] ?? {}
    if (corrected) {
      key = undefined
      continue
    }
    const past = correctedBefore(known, after)
    const label = JSON.stringify([past, speaker])
    const open = runs.at(-1)
    if (open && key === label) open.words = [...open.words, word]
    else runs.push({ words: [word], speaker, after })
    key = label
  }
  return runs.map((run) => placed(known, piece, run, run.words.length === words.length))
}

function correctedBefore(known: readonly KnownStretch[], after: number): number {
  let count = 0
  for (let index = 0; index < after; index++) if (known[index]?.corrected) count++
  return count
}

/** Its words with times of their own, on the right side of the corrected stretches next to it. */
function placed(
  known: readonly KnownStretch[],
  piece: PlacedPiece,
  {
    words,
    speaker,
    after,
  }: { words: readonly PlacedWord[]; speaker: Speaker | null; after: number },
  isWhole: boolean,
) {
  const [first, final] = [words[0]!, words.at(-1)!]
  const previous = known.slice(0, after).findLast(({ corrected }) => corrected)
  const following = known.slice(after).find(({ corrected }) => corrected)
  const startMs = Math.min(
    Math.max(isWhole ? piece.startMs : first.startMs, previous ? previous.startMs + 1 : 0),
    following ? Math.max(0, following.startMs - 1) : Number.POSITIVE_INFINITY,
  )
  const endMs = Math.min(
    isWhole ? piece.endMs : final.endMs,
    following && following.startMs > startMs ? following.startMs : Number.POSITIVE_INFINITY,
  )
  const run = { ...piece, speaker, startMs, endMs: Math.max(startMs, endMs) }
  if (isWhole) return run
  const inside = piece.words?.filter(({ from, to }) => from >= first.from && to <= final.to)
  return {
    ...run,
    text: piece.text.slice(first.from, final.to),
    ...(inside
      ? {
          words: inside.map((word) => ({
            ...word,
            from: word.from - first.from,
            to: word.to - first.from,
          })),
        }
      : {}),
  }
}

/** Who says the same at the same time is the same segment: watchers and sources keep pointing at it. */
function withIdentities(
  known: readonly KnownStretch[],
  pieces: readonly (PlacedPiece & { speaker: Speaker | null })[],
): MergedPiece[] {
  const free = new Set(known.filter(({ corrected }) => !corrected))
  return pieces.map((piece) => {
    for (const stretch of free) {
      if (stretch.heard !== piece.text || stretch.speaker !== piece.speaker) continue
      if (stretch.startMs > piece.endMs || stretch.endMs < piece.startMs) continue
      free.delete(stretch)
      return { ...piece, id: stretch.id }
    }
    return { ...piece, id: null }
  })
}
