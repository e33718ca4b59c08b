/**
 * What the final pass does about an utterance whose recognition is doubtful: a voice that has no
 * words, or far fewer than it can hold, words that are no speech (invented-text.ts), less than the
 * live text had, low confidence. Such an utterance is recognized again by itself, cut tighter
 * around the voice, and where that gives nothing at all, once more at a higher temperature, which
 * breaks loops. The best answer is kept; the live answer is one of the candidates.
 *
 * Where a voice is still without words after that, the stretch is reported as not understood: a
 * transcript never passes over it in silence.
 *
 * A doubtful blood pressure is recognized once more with numbers as words (pressure-look.ts).
 *
 * Missing words and numbers are always looked for again. Low confidence alone is limited to `SHARE`
 * of the speech.
 */
import { lengthOf } from './pack-utterances.ts'
import { onTimeline, placePieces, type UtteranceText } from './place-pieces.ts'
import {
  type Invention,
  NOT_UNDERSTOOD,
  type PlacedPiece,
  type RecognizedPiece,
  type SampleRange,
  type Utterance,
  VOICE_TOO_SOFT,
} from './ports.ts'
import { doubtOfPressure, NUMBERS_AS_WORDS, withPressure } from './pressure-look.ts'
import { type Again, kept, type RecognizeUnit, type UnitOfSpeech } from './recognize-unit.ts'
import { findUnheardVoice, isShortOfWords, letterCount } from './unheard-voice.ts'

/** The final words of an utterance; times in ms on the recording's timeline. */
export interface FinalText {
  pieces: RecognizedPiece[]
  /** Stretches with a voice whose words nobody could recognize. */
  notUnderstood: SampleRange[]
}

export interface SecondLook {
  /**
   * @param first what the window that holds the utterance gave; `live`: what the live pass showed,
   * if there was one
   */
  improve(
    unit: Pick<UnitOfSpeech, 'recordingId' | 'consultationId' | 'channel'>,
    first: UtteranceText,
    live: readonly RecognizedPiece[] | null,
    signal: AbortSignal,
  ): Promise<FinalText>
}

const SAMPLES_PER_MS = 16
/** Mean confidence of an utterance's words. */
const DOUBTFUL = 0.7
const CLEARLY = 0.05
/** An answer with fewer of the longest answer's letters than this has lost words. */
const MOST = 0.75
/** An utterance has 200 ms of silence on both sides. */
const TIGHTER = 100 * SAMPLES_PER_MS
const SHORTEST = 500 * SAMPLES_PER_MS
const SHARE = 0.25
/** Short recordings may be heard again as a whole. */
const ALWAYS_ALLOWED = 20_000 * SAMPLES_PER_MS
const HOT = 0.4
const HOT_CONFIDENCE = 0.5
/**
 * Signs of a text that replaced real speech; behind credits and sound labels there is only noise.
 */
const REPLACES_SPEECH: readonly Invention[] = [
  'loop',
  'too_fast',
  'unsure',
  'other_language',
  'other_script',
]

/** For one run of the final pass: it counts what was spent. */
export function secondLook({ recognize }: { recognize: RecognizeUnit }): SecondLook {
  let heard = 0
  let heardAgain = 0

  return {
    async improve(unit, first, live, signal) {
      const { utterance } = first
      // Too near the noise: another look would hear the same.
      const soft = first.pieces.filter(({ text }) => text === VOICE_TOO_SOFT)
      if (soft.length > 0) return { pieces: soft, notUnderstood: [] }
      const candidates = [kept(first.pieces), ...(live ? [kept(live)] : [])]
      const again = (temperature: number, prompt?: string) => {
        heardAgain += lengthOf([tighter(utterance)])
        return lookAgain(recognize, unit, utterance, { temperature, prompt, signal })
      }
      heard += lengthOf([utterance])
      const isAffordable = () =>
        heardAgain + lengthOf([utterance]) <= ALWAYS_ALLOWED + SHARE * heard
      if (hasLoss(first, live) || (isAffordable() && isDoubtful(candidates[0]!))) {
        candidates.push(await again(0))
        if (candidates.every(({ length }) => length === 0))
          candidates.push((await again(HOT)).map(asDoubtful))
      }
      let pieces = completed(utterance, bestOf(candidates), candidates)
      const doubts = pieces.map(doubtOfPressure)
      if (doubts.includes('one number') || (isAffordable() && doubts.includes('unsure'))) {
        const answer = (await again(0, NUMBERS_AS_WORDS)).map(({ text }) => text).join(' ')
        pieces = pieces.map((piece) => withPressure(piece, answer))
      }
      return { pieces, notUnderstood: findUnheardVoice(utterance, pieces) }
    },
  }
}

/**
 * The words of an utterance, recognized by itself and cut tighter around the voice; inventions left
 * out.
 */
export async function lookAgain(
  recognize: RecognizeUnit,
  unit: Pick<UnitOfSpeech, 'recordingId' | 'consultationId' | 'channel'>,
  utterance: Utterance,
  { temperature, prompt, signal }: Again & { signal: AbortSignal },
): Promise<RecognizedPiece[]> {
  const range = tighter(utterance)
  const how = { priority: 'final' as const, signal, again: { temperature, prompt } }
  const answer = await recognize({ ...unit, ranges: [range] }, how)
  const [text] = placePieces(answer, [{ ...range, voiced: utterance.voiced }])
  return kept(text?.pieces ?? [])
}

function hasLoss({ utterance, pieces }: UtteranceText, live: readonly RecognizedPiece[] | null) {
  const shown = kept(pieces)
  return (
    pieces.some(({ dropped }) => dropped && REPLACES_SPEECH.includes(dropped)) ||
    isShortOfWords(utterance, shown) ||
    (live !== null && letterCount(shown) < MOST * letterCount(kept(live)))
  )
}

function isDoubtful(pieces: readonly RecognizedPiece[]): boolean {
  const confidence = confidenceOf(pieces)
  return confidence !== null && confidence < DOUBTFUL
}

/** The surest of those that lost no words; the earlier one unless a later one is clearly surer. */
function bestOf(candidates: readonly RecognizedPiece[][]): RecognizedPiece[] {
  const longest = Math.max(...candidates.map(letterCount))
  const whole = candidates.filter((one) => one.length > 0 && letterCount(one) >= MOST * longest)
  return whole.reduce(
    (best, one) => ((confidenceOf(one) ?? 0) >= (confidenceOf(best) ?? 0) + CLEARLY ? one : best),
    whole[0] ?? [],
  )
}

/** The best answer, with what only another one heard where it has no words. */
function completed(
  utterance: Utterance,
  best: readonly RecognizedPiece[],
  candidates: readonly RecognizedPiece[][],
): RecognizedPiece[] {
  let pieces = [...best]
  for (const piece of candidates.filter((one) => one !== best).flat()) {
    const isMissing = findUnheardVoice(utterance, pieces).some((gap) => overlapMs(piece, gap) > 0)
    const isFree = pieces.every((own) => overlapMs(piece, inSamples(own)) <= TOUCHING_MS)
    if (isMissing && isFree) pieces = [...pieces, piece].sort((a, b) => a.startMs - b.startMs)
  }
  return pieces
}

/** Two answers do not agree to the millisecond on where a sentence ends. */
const TOUCHING_MS = 300

function overlapMs({ startMs, endMs }: RecognizedPiece, { from, to }: SampleRange): number {
  return Math.min(endMs, to / SAMPLES_PER_MS) - Math.max(startMs, from / SAMPLES_PER_MS)
}

function inSamples({ startMs, endMs }: RecognizedPiece): SampleRange {
  return { from: startMs * SAMPLES_PER_MS, to: endMs * SAMPLES_PER_MS }
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

/**
 * An answer at a higher temperature has another measure of confidence: it is never shown as sure.
 */
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
  if (range.to - range.from < SHORTEST) return { from: range.from, to: range.to }
  return { from: range.from + TIGHTER, to: range.to - TIGHTER }
}

/**
 * The final text of an utterance on the consultation's timeline, the stretches without words among
 * it.
 */
export function finalPieces(
  { pieces, notUnderstood }: FinalText,
  offsetMs: number,
  channelNumber: number,
): PlacedPiece[] {
  const channel = channelNumber === 0 ? 'mic' : 'remote'
  const marks = notUnderstood.map(
    ({ from, to }): PlacedPiece => ({
      startMs: offsetMs + Math.round(from / SAMPLES_PER_MS),
      endMs: offsetMs + Math.round(to / SAMPLES_PER_MS),
      text: NOT_UNDERSTOOD,
      channel,
      confidence: null,
    }),
  )
  const spoken = pieces.map((piece) => onTimeline(piece, offsetMs, channel))
  return [...spoken, ...marks].sort((a, b) => a.startMs - b.startMs)
}
