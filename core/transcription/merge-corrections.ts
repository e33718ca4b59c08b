/**
 * A second look at speech (a longer live utterance, the final pass) meets what people corrected in
 * the first one. What they corrected stays, word for word: it takes the place of exactly the words
 * that it was made from, however differently the second look cuts, times or spells them. Everything
 * else comes from the second look, and none of its words is lost.
 *
 * How: the words of both looks are aligned (least edits, in a band of time, so that a three-hour
 * visit is no more work per minute than a short one). Each new word thereby belongs to a stretch of
 * the first look; those of corrected stretches go, the rest of a piece stays. A word that only the
 * second look heard stays, unless it lies inside a stretch that a person has read and corrected. A
 * stretch that was not understood (`NOT_UNDERSTOOD`) has no words to align: it stays where no
 * correction stands.
 */
import type { Speaker } from '../contract/api.ts'
import { isNotUnderstood, type PlacedPiece } from './ports.ts'
import { alignWords, type PlacedWord, readWords } from './words.ts'

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

/**
 * What is stored beside the corrected stretches, which the caller keeps as they are. In order of
 * time, channel by channel.
 */
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
  const spoken = pieces.filter((piece) => !isNotUnderstood(piece))
  const marks = pieces.filter(isNotUnderstood)
  return [...mergeWords(known, spoken), ...leftOfMarks(known, marks)].sort(
    (a, b) => a.startMs - b.startMs,
  )
}

function mergeWords(known: readonly KnownStretch[], pieces: readonly PlacedPiece[]) {
  const before = readWords(
    known.map(({ heard, ...times }) => ({
      ...times,
      text: isNotUnderstood({ text: heard }) ? '' : heard,
    })),
  )
  const after = readWords(pieces)
  const homes = homesOf(known, before, after)
  const corrected = correctionsOf(known)
  const wordsOf = pieces.map((): (PlacedWord & { home: Home })[] => [])
  for (const [at, word] of after.entries()) wordsOf[word.piece]!.push({ ...word, home: homes[at]! })
  const merged = pieces.flatMap((piece, index) => {
    const words = wordsOf[index]!
    return words.length === 0
      ? [{ ...piece, speaker: null }]
      : runsOf(known, corrected, piece, words)
  })
  return inOrder(merged)
}

/**
 * What is left of a mark beside a correction is no stretch of its own below it: no recognizer's
 * times are exact.
 */
const SHORTEST_REST_MS = 1000

/** Text that a person wrote is all that was said there: marks stay where no correction is. */
function leftOfMarks(known: readonly KnownStretch[], marks: readonly PlacedPiece[]) {
  const corrected = known.filter((stretch) => stretch.corrected)
  return marks.flatMap((mark) =>
    corrected
      .reduce((rests, correction) => rests.flatMap((rest) => without(rest, correction)), [mark])
      .filter((rest) => rest === mark || rest.endMs - rest.startMs >= SHORTEST_REST_MS)
      .map((rest) => ({ ...rest, speaker: null })),
  )
}

function without(mark: PlacedPiece, { startMs, endMs }: KnownStretch): PlacedPiece[] {
  if (endMs <= mark.startMs || startMs >= mark.endMs) return [mark]
  return [
    { ...mark, endMs: startMs },
    { ...mark, startMs: endMs },
  ].filter((rest) => rest.endMs > rest.startMs)
}

/**
 * Corrected stretches around the place before a stretch, from the first to behind the last: read
 * once, asked for every word.
 */
interface Corrections {
  /** How many lie before it. */
  count: readonly number[]
  before: readonly (KnownStretch | undefined)[]
  following: readonly (KnownStretch | undefined)[]
}

function correctionsOf(known: readonly KnownStretch[]): Corrections {
  const count = [0]
  const before: (KnownStretch | undefined)[] = [undefined]
  const following: (KnownStretch | undefined)[] = []
  for (const [at, stretch] of known.entries()) {
    count.push(count[at]! + (stretch.corrected ? 1 : 0))
    before.push(stretch.corrected ? stretch : before[at])
  }
  for (let at = known.length - 1; at >= 0; at--)
    following[at] = known[at]!.corrected ? known[at] : following[at + 1]
  return { count, before, following }
}

/**
 * What is said later begins later: pieces that were moved to the same side of a correction keep
 * their order.
 */
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

/**
 * What is left of a piece, cut where words go, where another speaker was named, and around a
 * corrected stretch.
 */
function runsOf(
  known: readonly KnownStretch[],
  corrections: Corrections,
  piece: PlacedPiece,
  words: readonly (PlacedWord & { home: Home })[],
) {
  const runs: { words: PlacedWord[]; speaker: Speaker | null; after: number }[] = []
  let key: string | undefined
  for (const word of words) {
    const { stretch, after } = word.home
    const { corrected = false, speaker = null } = known[stretch] ?? {}
    if (corrected) {
      key = undefined
      continue
    }
    const label = JSON.stringify([corrections.count[after], speaker])
    const open = runs.at(-1)
    if (open && key === label) open.words.push(word)
    else runs.push({ words: [word], speaker, after })
    key = label
  }
  return runs.map((run) => placed(corrections, piece, run, run.words.length === words.length))
}

/** Its words with times of their own, on the right side of the corrected stretches next to it. */
function placed(
  { before, following: behind }: Corrections,
  piece: PlacedPiece,
  {
    words,
    speaker,
    after,
  }: { words: readonly PlacedWord[]; speaker: Speaker | null; after: number },
  isWhole: boolean,
) {
  const [first, final] = [words[0]!, words.at(-1)!]
  const [previous, following] = [before[after], behind[after]]
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

/**
 * Who says the same at the same time is the same segment: watchers and sources keep pointing at it.
 */
function withIdentities(
  known: readonly KnownStretch[],
  pieces: readonly (PlacedPiece & { speaker: Speaker | null })[],
): MergedPiece[] {
  const label = (text: string, speaker: Speaker | null) => JSON.stringify([text, speaker])
  const free = new Map<string, KnownStretch[]>()
  for (const stretch of known) {
    if (stretch.corrected) continue
    const own = label(stretch.heard, stretch.speaker)
    const same = free.get(own)
    if (same) same.push(stretch)
    else free.set(own, [stretch])
  }
  return pieces.map((piece) => {
    const same = free.get(label(piece.text, piece.speaker)) ?? []
    const at = same.findIndex(
      ({ startMs, endMs }) => startMs <= piece.endMs && endMs >= piece.startMs,
    )
    const [stretch] = at < 0 ? [] : same.splice(at, 1)
    return { ...piece, id: stretch?.id ?? null }
  })
}
