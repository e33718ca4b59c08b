/**
 * Gives the recognizer's answer to a window of spliced utterances back to the utterances. A piece
 * belongs to the utterance that it overlaps most. A piece that runs over a splice is cut between
 * two words: at the end of a sentence near the splice, else at the word whose time is nearest.
 * Every utterance gets an entry, also when nothing was recognized in it: what is missing can be
 * noticed only there.
 *
 * Inside an utterance a piece is cut at the end of each sentence, so that a question and its answer
 * are two pieces. A sentence begins where the detector heard a voice begin, when that is near the
 * time that the recognizer gives.
 */
import type { HeardWord, PlacedPiece, RecognizedPiece, SampleRange, Utterance } from './ports.ts'
import { readWords } from './words.ts'

const SAMPLES_PER_MS = 16

/** The pieces recognized in one utterance; times in ms on the recording's timeline. */
export interface UtteranceText {
  utterance: Utterance
  pieces: RecognizedPiece[]
}

/**
 * @param pieces the answer; times in ms from the start of the spliced window
 * @param utterances what the window was spliced from, in order
 */
export function placePieces(
  pieces: readonly RecognizedPiece[],
  utterances: readonly Utterance[],
): UtteranceText[] {
  const homes = homesOf(utterances)
  const found = homes.map(({ utterance }): UtteranceText => ({ utterance, pieces: [] }))
  for (const piece of pieces) {
    for (const { home, part } of cutAtSplices(piece, homes)) {
      const inside = moveInto(part, homes[home]!)
      found[home]!.pieces.push(...splitSentences(inside, homes[home]!.utterance))
    }
  }
  return found.map(({ utterance, pieces }) => ({ utterance, pieces: inOrder(pieces) }))
}

/** An utterance and where the window holds it, in ms. */
interface Home {
  utterance: Utterance
  fromMs: number
  toMs: number
}

function homesOf(utterances: readonly Utterance[]): Home[] {
  let at = 0
  return utterances.map((utterance) => {
    const fromMs = at
    at += lengthMs(utterance)
    return { utterance, fromMs, toMs: at }
  })
}

function lengthMs({ from, to }: SampleRange): number {
  return (to - from) / SAMPLES_PER_MS
}

/** A piece that reaches less far than this into a neighbour does not run over the splice. */
const REACH_MS = 350

function cutAtSplices(
  piece: RecognizedPiece,
  homes: readonly Home[],
): { home: number; part: RecognizedPiece }[] {
  const overlaps = homes.map(
    ({ fromMs, toMs }) => Math.min(toMs, piece.endMs) - Math.max(fromMs, piece.startMs),
  )
  const most = overlaps.indexOf(Math.max(...overlaps))
  const reached = homes.flatMap((_, home) =>
    home === most || overlaps[home]! > REACH_MS ? [home] : [],
  )
  const words = readWords([piece])
  if (reached.length === 1 || words.length < 2 || piece.dropped)
    return [{ home: most, part: piece }]
  const parts: { home: number; part: RecognizedPiece }[] = []
  let from = 0
  for (const [at, home] of reached.entries()) {
    const next = reached[at + 1]
    const to =
      next === undefined ? words.length : cutNear(words, homes[next]!.fromMs, from, piece.text)
    if (to > from) parts.push({ home, part: partOf(piece, words, from, to) })
    from = Math.max(from, to)
  }
  return parts
}

/** The end of a sentence this near to a splice is taken for it: people pause there. */
const SENTENCE_NEAR_MS = 1500

/** The word that begins the part after the splice. */
function cutNear(
  words: ReturnType<typeof readWords>,
  spliceMs: number,
  from: number,
  text: string,
): number {
  let best = words.length
  let bestDistance = Number.POSITIVE_INFINITY
  for (let at = from; at <= words.length; at++) {
    const before = words[at - 1]
    const atMs = words[at]?.startMs ?? before?.endMs ?? 0
    const distance = Math.abs(atMs - spliceMs)
    const isEnd = before !== undefined && endsSentence(text.slice(before.from, before.to))
    const cost = isEnd ? Math.max(0, distance - SENTENCE_NEAR_MS) : distance + REACH_MS
    if (cost < bestDistance) {
      best = at
      bestDistance = cost
    }
  }
  return best
}

const ENDS_SENTENCE = /[.!?…]["'”’)]*$/
/** Words that a full stop ends without ending the sentence. */
const ABBREVIATION = /^(?:\p{L}|[dsp]r|dra|sra|srta|profa?|av|ex|obs|tel|vs|etc)\.$/iu

/** Words [from, to) of a piece as a piece of their own. */
function partOf(
  piece: RecognizedPiece,
  words: ReturnType<typeof readWords>,
  from: number,
  to: number,
): RecognizedPiece {
  const [first, last] = [words[from]!, words[to - 1]!]
  const own = piece.words?.slice(from, to).map((word) => ({
    ...word,
    from: word.from - first.from,
    to: word.to - first.from,
  }))
  return {
    ...piece,
    text: piece.text.slice(first.from, last.to),
    startMs: from === 0 ? piece.startMs : first.startMs,
    endMs: to === words.length ? piece.endMs : last.endMs,
    confidence: own ? meanConfidence(own) : piece.confidence,
    ...(own ? { words: own } : {}),
  }
}

function meanConfidence(words: readonly HeardWord[]): number | null {
  const known = words.flatMap(({ confidence }) => confidence ?? [])
  if (known.length === 0) return null
  return Math.round((known.reduce((sum, one) => sum + one, 0) / known.length) * 1000) / 1000
}

/** From the window's times to the recording's, never outside the utterance. */
function moveInto(piece: RecognizedPiece, { utterance, fromMs }: Home): RecognizedPiece {
  const startsAt = utterance.from / SAMPLES_PER_MS
  const endsAt = utterance.to / SAMPLES_PER_MS
  const move = (ms: number) =>
    Math.round(Math.min(Math.max(ms - fromMs + startsAt, startsAt), endsAt))
  return {
    ...piece,
    startMs: move(piece.startMs),
    endMs: Math.max(move(piece.startMs), move(piece.endMs)),
    ...(piece.words
      ? {
          words: piece.words.map((word) => ({
            ...word,
            startMs: move(word.startMs),
            endMs: move(word.endMs),
          })),
        }
      : {}),
  }
}

function splitSentences(piece: RecognizedPiece, utterance: Utterance): RecognizedPiece[] {
  const words = readWords([piece])
  if (words.length === 0 || piece.dropped) return [piece]
  const written = words.map(({ from, to }) => piece.text.slice(from, to))
  const isSpoken = written.map((word) => !DASH.test(word))
  const parts: { from: number; to: number }[] = []
  for (let at = 0; at < words.length; at++) {
    if (!isSpoken[at]) continue
    const before = written[at - 1] ?? ''
    const open = parts.at(-1)
    // A dash opens another person's words, as in subtitles.
    if (open?.to === at && !endsSentence(before)) open.to = at + 1
    else parts.push({ from: at, to: at + 1 })
  }
  return parts.map(({ from, to }) => {
    const isWhole = from === 0 && to === words.length
    return snapped(isWhole ? piece : partOf(piece, words, from, to), utterance)
  })
}

const DASH = /^[-–—]$/

function endsSentence(word: string): boolean {
  return ENDS_SENTENCE.test(word) && !ABBREVIATION.test(word)
}

/** How far a beginning may be moved to where the voice begins. */
const SNAP_MS = 700

/** A sentence begins and ends with a voice; its words lie inside it. */
function snapped(piece: RecognizedPiece, { voiced }: Utterance): RecognizedPiece {
  const [firstMs, lastMs] = [voiced[0]?.from ?? 0, voiced.at(-1)?.to ?? 0].map(toMs)
  const inVoice = (ms: number) => (lastMs ? Math.min(Math.max(ms, firstMs!), lastMs) : ms)
  const from = nearestEdge(
    inVoice(piece.startMs),
    voiced.map((run) => toMs(run.from)),
  )
  const to = nearestEdge(
    inVoice(piece.endMs),
    voiced.map((run) => toMs(run.to)),
  )
  const [startMs, endMs] = to > from ? [from, to] : [piece.startMs, piece.endMs]
  const inside = (ms: number) => Math.min(Math.max(ms, startMs), endMs)
  return {
    ...piece,
    startMs,
    endMs,
    ...(piece.words
      ? {
          words: piece.words.map((word) => ({
            ...word,
            startMs: inside(word.startMs),
            endMs: inside(word.endMs),
          })),
        }
      : {}),
  }
}

function nearestEdge(wantedMs: number, edgesMs: readonly number[]): number {
  const nearest = edgesMs.reduce(
    (best, edge) => (Math.abs(edge - wantedMs) < Math.abs(best - wantedMs) ? edge : best),
    Number.NEGATIVE_INFINITY,
  )
  return Math.abs(nearest - wantedMs) <= SNAP_MS ? nearest : wantedMs
}

function toMs(samples: number): number {
  return Math.round(samples / SAMPLES_PER_MS)
}

/** Later pieces begin no earlier. */
function inOrder(pieces: readonly RecognizedPiece[]): RecognizedPiece[] {
  let lastMs = 0
  return pieces.map((piece) => {
    const startMs = Math.max(piece.startMs, lastMs)
    lastMs = startMs
    return { ...piece, startMs, endMs: Math.max(startMs, piece.endMs) }
  })
}

/** @param offsetMs where the recording starts on the consultation's timeline */
export function onTimeline(
  { startMs, endMs, text, confidence, words }: RecognizedPiece,
  offsetMs: number,
  channel: PlacedPiece['channel'],
): PlacedPiece {
  return {
    startMs: offsetMs + startMs,
    endMs: offsetMs + endMs,
    text,
    channel,
    confidence,
    ...(words
      ? {
          words: words.map((word) => ({
            ...word,
            startMs: offsetMs + word.startMs,
            endMs: offsetMs + word.endMs,
          })),
        }
      : {}),
  }
}
