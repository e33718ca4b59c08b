import type { RecordingInfo } from '../recording/ports.ts'
import { onTimeline, placePieces } from './place-pieces.ts'
import type { RecognizedPiece, TranscriptSegment, TranscriptStore, Utterance } from './ports.ts'
import { kept, type RecognizeUnit } from './recognize-unit.ts'
import { lookAgain } from './second-look.ts'
import { isShortOfWords, letterCount } from './unheard-voice.ts'

export interface LiveText {
  /** Recognizes an utterance, stores its text in place of what was shown of it, and reports the segments. */
  show(channel: number, utterance: Utterance): Promise<void>
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
const INTERIM_STEP_SHARE = 1.5
/** After so much silence the utterance is about to close: its whole text comes next. */
const PAUSE_GOING_ON_MS = 300
/** Words that end this near to the end of the sound may be cut in two, and change with more of it. */
const UNSETTLED_MS = 700

export function liveText(
  { id: recordingId, consultationId, startMs }: RecordingInfo,
  { recognize, store, signal, onSegments }: Deps,
): LiveText {
  const unitOf = (channel: number) => ({ recordingId, consultationId, channel })

  async function put(channel: number, { from }: Utterance, pieces: readonly RecognizedPiece[]) {
    const side = channel === 0 ? 'mic' : 'remote'
    const placed = pieces.map((piece) => onTimeline(piece, startMs, side))
    signal.throwIfAborted()
    const at = { consultationId, recordingId, channel, fromSample: from }
    const { segments, removed } = await store.putLive(at, placed)
    if (segments.length > 0 || removed) onSegments(segments, removed)
  }

  async function show(channel: number, utterance: Utterance) {
    const unit = { ...unitOf(channel), ranges: [rangeOf(utterance)] }
    const heard = kept(await recognize(unit, { priority: 'live', signal }))
    let pieces = piecesIn(heard, utterance)
    if (isShortOfWords(utterance, pieces)) {
      const again = await lookAgain(recognize, unitOf(channel), utterance, {
        temperature: 0,
        signal,
      })
      if (letterCount(again) > letterCount(pieces)) pieces = again
    }
    await put(channel, utterance, pieces)
  }

  function interim(): InterimText {
    let shownTo = 0
    let tookMs = 0
    return {
      shownTo: () => shownTo,
      async show(channel, open, position) {
        if (position - (open.voiced.at(-1)?.to ?? 0) > PAUSE_GOING_ON_MS * SAMPLES_PER_MS) return
        const newMs = (open.to - Math.max(open.from, shownTo)) / SAMPLES_PER_MS
        if (newMs < Math.max(INTERIM_STEP_MS, INTERIM_STEP_SHARE * tookMs)) return
        shownTo = open.to
        const begunMs = performance.now()
        const unit = { ...unitOf(channel), ranges: [rangeOf(open)] }
        const heard = kept(await recognize(unit, { priority: 'live', signal, isInterim: true }))
        tookMs = performance.now() - begunMs
        const lengthMs = (open.to - open.from) / SAMPLES_PER_MS
        const pieces = piecesIn(
          heard.flatMap((piece) => withoutLastWords(piece, lengthMs)),
          open,
        )
        // Words that are shown stay until the next look finds more.
        if (pieces.length > 0) await put(channel, open, pieces)
      },
    }
  }

  return { show, interim }
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
