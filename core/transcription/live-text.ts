import type { RecordingInfo } from '../recording/ports.ts'
import { timeLimit } from '../time-limit.ts'
import { onTimeline, placePieces } from './place-pieces.ts'
import type {
  PlacedPiece,
  RecognizedPiece,
  TranscriptSegment,
  TranscriptStore,
  Utterance,
} from './ports.ts'
import { kept, type RecognizeUnit } from './recognize-unit.ts'
import { lookAgain } from './second-look.ts'
import { PAD_MS } from './segmenter.ts'
import { isShortOfWords, letterCount } from './unheard-voice.ts'

export interface LiveText {
  /**
   * Recognizes an utterance, stores its text in place of what was shown of it, and reports the
   * segments. Where words seem to be missing it is heard again behind what is said meanwhile, and
   * its text mended when that ends.
   */
  show(channel: number, utterance: Utterance): Promise<void>
  /** The final text of an utterance takes the place of what was shown of it. */
  settle(channel: number, utterance: Utterance, pieces: readonly PlacedPiece[]): Promise<void>
  /** Nothing is heard again any more; what is at work ends first. */
  ended(): Promise<void>
  /** The same for utterances that go on, one at a time: for one channel. */
  interim(): InterimText
}

export interface InterimText {
  /**
   * Shows the utterance as far as it was heard, when enough of it is new.
   * @param position samples read so far
   */
  show(channel: number, open: Utterance, position: number): Promise<void>
  /** How far utterances that go on were shown, in samples. */
  shownTo(): number
}

interface Deps {
  recognize: RecognizeUnit
  store: Pick<TranscriptStore, 'putLive'>
  signal: AbortSignal
  onSegments(segments: TranscriptSegment[], removed: boolean): void
}

const SAMPLES_PER_MS = 16
/** New sound of an utterance that goes on before it is looked at again, at least. */
const INTERIM_STEP_MS = 1000
/** The same where the engine is slow, as a share of the time that it last took. */
const INTERIM_STEP_SHARE = 1.2
/**
 * A look that takes so many times longer than the one before goes in circles, or the machine has
 * become slow: it is given up for the next one, which has more sound, and more time.
 */
const LIMIT_SHARE = 1.6
const LEAST_LIMIT_MS = 1200
/**
 * Words that end this near to the end of the sound may be cut in two, and change with more of it.
 */
const UNSETTLED_MS = 700

export function liveText(
  { id: recordingId, consultationId, startMs }: RecordingInfo,
  { recognize, store, signal, onSegments }: Deps,
): LiveText {
  const unitOf = (channel: number) => ({ recordingId, consultationId, channel })
  /** Utterances that are heard again, one after the other. */
  let mending = Promise.resolve()
  let isOver = false
  /** Utterances whose final text is shown. */
  const settled = new Set<string>()

  async function put(channel: number, { from }: Utterance, pieces: readonly PlacedPiece[]) {
    signal.throwIfAborted()
    const at = { consultationId, recordingId, channel, fromSample: from }
    const { segments, removed } = await store.putLive(at, pieces)
    if (segments.length > 0 || removed) onSegments(segments, removed)
  }

  async function putLive(
    channel: number,
    utterance: Utterance,
    pieces: readonly RecognizedPiece[],
  ) {
    if (settled.has(keyOf(channel, utterance))) return
    const side = channel === 0 ? 'mic' : 'remote'
    const placed = pieces.map((piece) => onTimeline(piece, startMs, side))
    await put(channel, utterance, placed)
  }

  async function show(channel: number, utterance: Utterance) {
    const unit = { ...unitOf(channel), ranges: [rangeOf(utterance)] }
    const heard = kept(await recognize(unit, { priority: 'live', signal }))
    const pieces = piecesIn(heard, utterance)
    const isShort = isShortOfWords(utterance, pieces)
    // Words that are shown stay until it is sure that there are none.
    if (pieces.length > 0 || !isShort) await putLive(channel, utterance, pieces)
    if (!isShort) return
    // Where that fails the text stands, and the final pass looks again.
    mending = mending.then(() => mend(channel, utterance, pieces)).catch(() => {})
  }

  async function mend(channel: number, utterance: Utterance, pieces: readonly RecognizedPiece[]) {
    if (isOver || settled.has(keyOf(channel, utterance))) return
    const how = { temperature: 0, signal }
    const again = await lookAgain(recognize, unitOf(channel), utterance, how)
    const isMore = letterCount(again) > letterCount(pieces)
    if (isMore || pieces.length === 0) await putLive(channel, utterance, again)
  }

  function interim(): InterimText {
    let shownTo = 0
    let tookMs = 0
    let mostMs = Number.POSITIVE_INFINITY
    return {
      shownTo: () => shownTo,
      async show(channel, open, position) {
        const newMs = (open.to - Math.max(open.from, shownTo)) / SAMPLES_PER_MS
        // In a pause the utterance may be over: if it is, its answer is there already when it
        // closes.
        const pauses = position - (open.voiced.at(-1)?.to ?? 0) >= PAD_MS * SAMPLES_PER_MS
        if (newMs < (pauses ? 1 : Math.max(INTERIM_STEP_MS, INTERIM_STEP_SHARE * tookMs))) return
        shownTo = open.to
        const begunMs = performance.now()
        const unit = { ...unitOf(channel), ranges: [rangeOf(open)] }
        const limit = mostMs < Number.POSITIVE_INFINITY ? timeLimit(mostMs) : undefined
        const heard = await recognize(unit, {
          priority: 'live',
          signal: limit ? AbortSignal.any([signal, limit]) : signal,
          isInterim: !pauses,
        }).catch((error: unknown) => {
          if (!limit?.aborted) throw error
          mostMs *= 2
          return null
        })
        if (!heard) return
        tookMs = performance.now() - begunMs
        mostMs = Math.max(LEAST_LIMIT_MS, Math.ceil(LIMIT_SHARE * tookMs))
        const lengthMs = (open.to - open.from) / SAMPLES_PER_MS
        const said = kept(heard)
        const settled = pauses ? said : said.flatMap((piece) => withoutLastWords(piece, lengthMs))
        const pieces = piecesIn(settled, open)
        // Words that are shown stay until the next look finds more.
        if (pieces.length > 0) await putLive(channel, open, pieces)
      },
    }
  }

  return {
    show,
    async settle(channel, utterance, pieces) {
      settled.add(keyOf(channel, utterance))
      await put(channel, utterance, pieces)
    },
    async ended() {
      isOver = true
      await mending
    },
    interim,
  }
}

function keyOf(channel: number, { from }: Utterance) {
  return `${channel} ${from}`
}

function rangeOf({ from, to }: Utterance) {
  return { from, to }
}

function piecesIn(heard: readonly RecognizedPiece[], utterance: Utterance): RecognizedPiece[] {
  return placePieces(heard, [utterance])[0]?.pieces ?? []
}

/** The words of an utterance that goes on but the last ones. @param endMs length of the sound */
function withoutLastWords(piece: RecognizedPiece, endMs: number): RecognizedPiece[] {
  const { words } = piece
  // An engine that gives no word times gives no way to tell which words are the last.
  if (!words) return []
  const settled = words.filter((word) => word.endMs <= endMs - UNSETTLED_MS)
  const last = settled.at(-1)
  if (!last) return []
  if (settled.length === words.length) return [piece]
  return [{ ...piece, text: piece.text.slice(0, last.to), endMs: last.endMs, words: settled }]
}
