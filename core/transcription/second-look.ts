/**
 * The second look of the final pass: what was recognized with little confidence, or dropped as an invention where somebody was heard, is
 * recognized again, by itself, cut tighter around the voice and without a prompt. Two looks at the same temperature can be compared by
 * their confidence; the second is kept when it is clearly surer and has not lost words:
 *
 * - it says something that is no invention, and
 * - the first look said nothing, or the second's mean confidence is higher by `CLEARLY` and it has at least `MOST` of the letters.
 *
 * Where both looks go in circles, a third at a higher temperature breaks the circle. Its confidence is another measure, so what it says is
 * marked as doubtful, whatever the engine thinks of it.
 *
 * It costs at most `SHARE` of the speech, behind all live work; good sound is not heard twice at all.
 */
import { lengthOf } from './pack-utterances.ts'
import type { Invention, RecognizedPiece, SampleRange } from './ports.ts'
import { kept, type RecognizeUnit, type UnitOfSpeech } from './recognize-unit.ts'

/** What was heard in some utterances; times relative to them, spliced. */
export interface Answer {
  ranges: SampleRange[]
  pieces: RecognizedPiece[]
}

export interface SecondLook {
  /** @param first what `unit` gave. @returns the same utterances, in one answer or several, in order */
  improve(unit: UnitOfSpeech, first: RecognizedPiece[], signal: AbortSignal): Promise<Answer[]>
}

const SAMPLES_PER_MS = 16
/** Mean confidence of an utterance's words. */
const DOUBTFUL = 0.7
const CLEARLY = 0.05
const MOST = 0.7
/** An utterance has 200 ms of silence on both sides. */
const TIGHTER = 100 * SAMPLES_PER_MS
const SHORTEST = 500 * SAMPLES_PER_MS
const SHARE = 0.25
/** Short recordings may be heard again as a whole. */
const ALWAYS_ALLOWED = 20_000 * SAMPLES_PER_MS
const HOT = 0.4
const HOT_CONFIDENCE = 0.5
/** Somebody may have been heard all the same; of credits and silence there is nothing more to know. */
const WORTH_ANOTHER: readonly Invention[] = ['loop', 'too_fast', 'prompt_echo', 'unsure']

/** For one run of the final pass: it counts what was spent. */
export function secondLook({ recognize }: { recognize: RecognizeUnit }): SecondLook {
  let heard = 0
  let heardAgain = 0

  async function lookAgain(
    unit: UnitOfSpeech,
    ranges: SampleRange[],
    first: RecognizedPiece[],
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const cut = ranges.map(tighter)
    const again = async (temperature: number) => {
      heardAgain += lengthOf(cut)
      const how = { priority: 'final' as const, signal, again: { temperature } }
      return kept(await recognize({ ...unit, ranges: cut }, how))
    }
    const second = await again(0)
    if (isBetter(second, kept(first))) return { ranges: cut, pieces: second }
    if (second.length > 0 || kept(first).length > 0) return null
    const hot = await again(HOT)
    return hot.length === 0 ? null : { ranges: cut, pieces: hot.map(asDoubtful) }
  }

  return {
    async improve(unit, first, signal) {
      heard += lengthOf(unit.ranges)
      const groups = groupsOf(unit.ranges, first)
      const answers: Answer[] = []
      for (const { ranges, pieces } of groups) {
        const affordable = heardAgain + lengthOf(ranges) <= ALWAYS_ALLOWED + SHARE * heard
        const better =
          isDoubtful(pieces) && affordable ? await lookAgain(unit, ranges, pieces, signal) : null
        answers.push(better ?? { ranges, pieces })
      }
      return answers
    },
  }
}

function isDoubtful(pieces: readonly RecognizedPiece[]): boolean {
  if (pieces.some(({ dropped }) => dropped && WORTH_ANOTHER.includes(dropped))) return true
  const sure = confidenceOf(kept(pieces))
  return sure !== null && sure < DOUBTFUL
}

function isBetter(second: readonly RecognizedPiece[], first: readonly RecognizedPiece[]): boolean {
  if (second.length === 0) return false
  if (first.length === 0) return true
  const [before, after] = [confidenceOf(first), confidenceOf(second)]
  if (before === null || after === null) return false
  return after >= before + CLEARLY && letters(second) >= MOST * letters(first)
}

/** Mean over the words where the engine tells them, else over the pieces by their length. */
function confidenceOf(pieces: readonly RecognizedPiece[]): number | null {
  const known = pieces.flatMap(({ words, confidence, text }) =>
    words && words.length > 0
      ? words.map((word) => ({ confidence: word.confidence, weight: 1 }))
      : [{ confidence, weight: text.split(' ').length }],
  )
  let [sum, weights] = [0, 0]
  for (const { confidence, weight } of known) {
    if (confidence === null) continue
    sum += confidence * weight
    weights += weight
  }
  return weights === 0 ? null : sum / weights
}

function letters(pieces: readonly RecognizedPiece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.replace(/[^\p{L}\p{N}]/gu, '').length, 0)
}

function asDoubtful(piece: RecognizedPiece): RecognizedPiece {
  const capped = (confidence: number | null) =>
    Math.min(confidence ?? HOT_CONFIDENCE, HOT_CONFIDENCE)
  return {
    ...piece,
    confidence: capped(piece.confidence),
    ...(piece.words
      ? { words: piece.words.map((word) => ({ ...word, confidence: capped(word.confidence) })) }
      : {}),
  }
}

function tighter(range: SampleRange): SampleRange {
  if (range.to - range.from < SHORTEST) return range
  return { from: range.from + TIGHTER, to: range.to - TIGHTER }
}

/** Utterances that share no piece with their neighbours, each with its pieces and times of its own. */
function groupsOf(ranges: readonly SampleRange[], pieces: readonly RecognizedPiece[]): Answer[] {
  const starts: number[] = []
  let windowMs = 0
  for (const { from, to } of ranges) {
    starts.push(windowMs)
    windowMs += (to - from) / SAMPLES_PER_MS
  }
  const indexAt = (ms: number) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= ms),
    )
  const joined = new Set<number>()
  const spans = pieces.map(({ startMs, endMs }) => {
    const first = indexAt(startMs)
    const last = Math.max(first, indexAt(Math.max(startMs, endMs - 1 - SLACK_MS)))
    for (let index = first; index < last; index++) joined.add(index)
    return first
  })
  const groups: Answer[] = []
  let begins = 0
  for (let index = 0; index < ranges.length; index++) {
    if (joined.has(index)) continue
    const offsetMs = starts[begins]!
    groups.push({
      ranges: ranges.slice(begins, index + 1),
      pieces: pieces
        .filter((_, at) => spans[at]! >= begins && spans[at]! <= index)
        .map((piece) => moved(piece, -offsetMs)),
    })
    begins = index + 1
  }
  return groups
}

/** A piece that ends a little after its utterance does not reach into the next. */
const SLACK_MS = 150

function moved(piece: RecognizedPiece, byMs: number): RecognizedPiece {
  if (byMs === 0) return piece
  const shift = (ms: number) => Math.max(0, Math.round(ms + byMs))
  return {
    ...piece,
    startMs: shift(piece.startMs),
    endMs: shift(piece.endMs),
    ...(piece.words
      ? {
          words: piece.words.map((word) => ({
            ...word,
            startMs: shift(word.startMs),
            endMs: shift(word.endMs),
          })),
        }
      : {}),
  }
}
