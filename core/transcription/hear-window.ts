import { plainWords } from './loops.ts'
import { placePieces, type UtteranceText } from './place-pieces.ts'
import type { RecognizedPiece, Utterance } from './ports.ts'
import type { HowToRecognize, RecallLive, RecognizeUnit } from './recognize-unit.ts'
import { type FinalText, secondLook } from './second-look.ts'
import { letterCount } from './unheard-voice.ts'

/** Utterances of one channel that the recognizer hears at once. */
export interface SpeechWindow {
  recordingId: string
  consultationId: string
  channel: number
  utterances: Utterance[]
}

/**
 * The final text of each utterance of a window, in order. One function for one run of the final
 * pass.
 */
export type HearWindow = (
  window: SpeechWindow,
  signal: AbortSignal,
  options?: Pick<HowToRecognize, 'mayPause'>,
) => Promise<FinalText[]>

/**
 * A piece over more than one splice and longer than any sentence: the engine left its times out.
 */
const LONGEST_SENTENCE_MS = 12_000
const MOST_UTTERANCES = 2

export function hearWindow({
  recognize,
  recallLive,
}: {
  recognize: RecognizeUnit
  recallLive: RecallLive
}): HearWindow {
  const { improve } = secondLook({ recognize })

  return async ({ utterances, ...where }, signal, options = {}) => {
    const how: HowToRecognize = { priority: 'final', signal, ...options }
    const answer = await recognize({ ...where, ranges: utterances }, how)
    const firsts = isPlaceable(answer, utterances)
      ? placePieces(answer, utterances)
      : await alone(where, utterances, how)
    const texts: FinalText[] = []
    for (const first of firsts) {
      const range = { from: first.utterance.from, to: first.utterance.to }
      const live = await recallLive({ ...where, ranges: [range] })
      const placed = live && placePieces(live, [first.utterance])[0]!.pieces
      texts.push(await improve(where, first, placed, signal))
    }
    return texts.map((text, index) => withoutTailOf(text, texts[index + 1]))
  }

  /** Where an answer has no times, each utterance is recognized by itself. */
  async function alone(
    where: Omit<SpeechWindow, 'utterances'>,
    utterances: readonly Utterance[],
    how: HowToRecognize,
  ): Promise<UtteranceText[]> {
    const texts: UtteranceText[] = []
    for (const utterance of utterances) {
      const { from, to } = utterance
      const answer = await recognize({ ...where, ranges: [{ from, to }] }, how)
      texts.push(...placePieces(answer, [utterance]))
    }
    return texts
  }
}

/** Without what the next utterance says, where it was put at this one's end too. */
function withoutTailOf(text: FinalText, next: FinalText | undefined): FinalText {
  const [behind] = next?.pieces ?? []
  if (!behind) return { ...text, pieces: withoutRepeatedTails(text.pieces) }
  return { ...text, pieces: withoutRepeatedTails([...text.pieces, behind]).slice(0, -1) }
}

function isPlaceable(
  answer: readonly RecognizedPiece[],
  utterances: readonly Utterance[],
): boolean {
  if (utterances.length === 1) return true
  const splicesMs: number[] = []
  let atMs = 0
  for (const { from, to } of utterances) {
    atMs += (to - from) / 16
    splicesMs.push(atMs)
  }
  return answer.every(({ startMs, endMs, untimed }) => {
    if (untimed) return false
    const crossed = splicesMs.filter((splice) => splice > startMs && splice < endMs).length
    return crossed < MOST_UTTERANCES || endMs - startMs <= LONGEST_SENTENCE_MS
  })
}

type Timed = Pick<RecognizedPiece, 'startMs' | 'endMs' | 'text' | 'words'>

/** Faster than anybody speaks, with numbers as the figures that are written. */
const LETTERS_PER_SECOND = 18
/** A figure is said with more letters than one. */
const LETTERS_PER_FIGURE = 5
/** Between the end of one and the beginning of the other. */
const NEAR_MS = 2000

/**
 * Words that stand twice because the recognizer put them at the end of the utterance before theirs:
 * that one is too short for all it is said to hold, and the next, heard again by itself, is just
 * these words. They stay where they were heard by themselves.
 * @param pieces in order of time. Those that held nothing else are left out
 */
export function withoutRepeatedTails<Piece extends Timed>(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, index) => {
    const next = pieces[index + 1]
    const from = next && isTooFast(piece) ? repeatedFrom(piece, next) : undefined
    return from === undefined ? [piece] : cutAt(piece, from)
  })
}

function isTooFast(piece: Timed): boolean {
  const figures = piece.text.match(/\d/g)?.length ?? 0
  const letters = letterCount([piece]) + (LETTERS_PER_FIGURE - 1) * figures
  return letters * 1000 > LETTERS_PER_SECOND * (piece.endMs - piece.startMs)
}

/** The character of `piece` where the words of `next` begin, if it ends with all of them. */
function repeatedFrom(piece: Timed, next: Timed): number | undefined {
  if (next.startMs - piece.endMs > NEAR_MS) return undefined
  const tail = plainWords(next.text)
  if (tail.length < 2 && !/\d/.test(next.text)) return undefined
  const words = [...piece.text.matchAll(/\S+/g)]
  for (const { index } of words)
    if (plainWords(piece.text.slice(index)).join(' ') === tail.join(' ')) return index
  return undefined
}

function cutAt<Piece extends Timed>(piece: Piece, at: number): Piece[] {
  const text = piece.text.slice(0, at).trimEnd()
  if (plainWords(text).length === 0) return []
  const words = piece.words?.filter(({ from }) => from < at)
  return [{ ...piece, text, ...(words && { words }) }]
}
