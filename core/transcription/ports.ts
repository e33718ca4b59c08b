import type { Speaker, SpeechStatus } from '../contract/api.ts'
import { AppError } from '../errors.ts'

/** A stretch of transcribed speech, on the consultation's recorded timeline. */
export interface TranscriptSegment {
  id: string
  consultationId: string
  recordingId: string
  sequence: number
  startMs: number
  endMs: number
  text: string
  channel: 'mic' | 'remote'
  speaker: Speaker | null
  confidence: number | null
  final: boolean
  /**
   * Places and times of the recognizer's words (`earlier[0]`, or `text` where nobody corrected it).
   * Only where the engine returns them.
   */
  words?: HeardWord[]
  /**
   * What stood there before people corrected it, oldest first; the first is what the recognizer
   * heard.
   */
  earlier?: EarlierWords[]
}

export interface EarlierWords {
  text: string
  until: Date
  /** Who wrote what came after it, by the host's identifier. */
  replacedBy: string
}

/** What a person changes of a segment. */
export interface SegmentCorrection {
  text?: string
  /** Text that the person saw; if another is there now, nothing is written. */
  was?: string
  speaker?: Speaker | null
  by: string
  at: Date
}

/**
 * When one word was said, and how sure the engine is of it. Several written words are one here
 * where they are or may be one name, of a medicine or of the organization's own words
 * (`misheard`).
 */
export interface HeardWord {
  /** Characters [from, to) of its text, punctuation included. */
  from: number
  to: number
  /**
   * On the timeline of whatever it belongs to: the unit for a piece, the consultation for a
   * segment.
   */
  startMs: number
  endMs: number
  /** Its least sure part, 0 to 1. The engine's own opinion: never a certainty. */
  confidence: number | null
  /** The recognizer's own words, where a name is written in their place. */
  heard?: string
  /** A name that may have been said here. */
  offered?: string
  /** Said by a soft voice: raised by much, or near the noise. Its confidence is lowered. */
  soft?: true
}

/** Why a text is taken for one that nobody said; each sign has its test (invented-text.ts). */
export type Invention =
  | 'empty'
  | 'not_speech'
  | 'credits'
  | 'sound_label'
  | 'other_script'
  | 'other_language'
  | 'loop'
  | 'too_fast'
  | 'unsure'

/** One recognized piece of an utterance; times relative to the utterance's first sample. */
export interface RecognizedPiece {
  startMs: number
  endMs: number
  text: string
  /** Mean token probability, 0 to 1. */
  confidence: number | null
  /** The engine's own doubt that this was speech, 0 to 1. */
  noSpeechProbability: number | null
  /** The words of `text`, in order; left out where the engine does not tell. */
  words?: HeardWord[]
  /**
   * Why it is taken for an invention (invented-text.ts): kept until the final text stands, shown to
   * nobody.
   */
  dropped?: Invention
  /** The engine did not say when it was spoken: its times are those of the whole sound. */
  untimed?: true
}

export interface RecognizeOptions {
  language: string
  /** Live requests go before the final pass at the compute gate. */
  priority: 'live' | 'final'
  /**
   * 0 where nothing is said. Above it the engine's confidence is another measure, and no longer
   * comparable.
   */
  temperature?: number
  /** Words as if said right before the sound: a form to write in. An engine may ignore it. */
  prompt?: string | undefined
  signal: AbortSignal
}

/** A speech recognizer, as the domain sees it: one utterance in, its pieces out. */
export interface Transcriber extends AsyncDisposable {
  /** The longest utterance it takes, in ms: the model's window. */
  readonly maxUtteranceMs: number
  readonly name: string
  readonly model: string
  /**
   * False once it has answered without times: its words cannot be placed in a window of several
   * utterances.
   */
  readonly givesTimes?: boolean
  /**
   * @param samples PCM16 mono 16 kHz, at most `maxUtteranceMs`
   * @throws {AppError} `engine_unavailable`, `engine_crashed`; `signal.reason` when aborted
   */
  recognize(samples: Int16Array, options: RecognizeOptions): Promise<RecognizedPiece[]>
  /**
   * Stops what is recognized at priority `final`, at once and until `resumeFinal`, and can
   * recognize what is `live` meanwhile. Absent where the engine does one thing after the other.
   * @throws where nothing can be stopped now
   */
  pauseFinal?(): void
  resumeFinal?(): void
}

/** Marks speech in a stream. One instance per channel: it keeps state between calls. */
export interface VoiceActivityDetector {
  /** Samples per probability: 512 (32 ms). */
  readonly frameSamples: number
  /**
   * One probability of speech, 0 to 1, per whole frame of `samples`; the rest is kept for the next
   * call.
   */
  push(samples: Int16Array): Promise<Float32Array>
  dispose(): void
}

/** Whether the box can hear now; changes are broadcast on the feed. */
export interface SpeechService {
  status(): SpeechStatus
}

/** The recognizer of this box, which may still be in the making, or missing. */
export interface SpeechEngine extends SpeechService {
  /** Null until the engine is ready. */
  transcriber(): Transcriber | null
  /** @returns the function that ends the subscription */
  onChange(listener: () => void): () => void
}

/** Samples [from, to) of one channel of a recording. */
export interface SampleRange {
  from: number
  to: number
}

/** A stretch of speech between two pauses. */
export interface Utterance extends SampleRange {
  /** Where the detector found a voice in it, in order; shorter pauses lie between. */
  voiced: SampleRange[]
}

/**
 * What is handed to the recognizer at once: one utterance, or several spliced together, in order.
 */
export interface RecognitionUnit {
  consultationId: string
  recordingId: string
  channel: number
  ranges: SampleRange[]
  /** Engine and model: another engine's answer is never taken for this one's. */
  engine: string
}

/** A recognized piece on the consultation's timeline, not yet a stored segment. */
export interface PlacedPiece {
  startMs: number
  endMs: number
  text: string
  channel: 'mic' | 'remote'
  confidence: number | null
  words?: HeardWord[]
}

/**
 * The text of a stretch where a voice was heard whose words could not be recognized. No recognizer
 * writes it (text in brackets is dropped as a label of sound); a person replaces it by what was
 * said, or by nothing.
 */
export const NOT_UNDERSTOOD = '[trecho não compreendido]'

/**
 * The text of a stretch where a voice was too near the noise to be recognized: the recognizer was
 * not asked, since it would have answered with sentences nobody said. One kind of what was not
 * understood.
 */
export const VOICE_TOO_SOFT = '[fala baixa demais]'

export function isNotUnderstood({ text }: Pick<TranscriptSegment, 'text'>): boolean {
  return text === NOT_UNDERSTOOD || text === VOICE_TOO_SOFT
}

/** Transcripts at rest. Every method is one transaction. */
export interface TranscriptStore {
  /** What the recognizer said to exactly this unit before; null when it was never asked. */
  findRecognition(unit: RecognitionUnit): Promise<RecognizedPiece[] | null>
  saveRecognition(unit: RecognitionUnit, pieces: RecognizedPiece[]): Promise<void>
  /**
   * The live text of one unit, in place of what an earlier, shorter look at the same speech gave:
   * ids are kept in order, so that watchers see a change and not a new segment. What people
   * corrected stays (merge-corrections.ts).
   * @returns the unit's segments, and whether earlier ones had to go
   */
  putLive(
    at: {
      consultationId: string
      recordingId: string
      channel: number
      fromSample: number
      /** Under whose lease, where it is a job that writes it. */
      job?: { id: string; owner: string }
    },
    pieces: readonly PlacedPiece[],
  ): Promise<{ segments: TranscriptSegment[]; removed: boolean }>
  /**
   * The final transcript of a recording instead of its live one, but for what people corrected,
   * together with the end of the job, so that both happen once. @returns false, and nothing
   * happened, when the job's lease was lost meanwhile
   */
  replaceWithFinal(
    job: { id: string; owner: string },
    recording: { id: string; consultationId: string },
    pieces: PlacedPiece[],
  ): Promise<boolean>
  /**
   * @returns the segment as it is now; `changed` when other words stand there; undefined when it is
   * gone or another consultation's
   */
  correct(
    consultationId: string,
    segmentId: string,
    correction: SegmentCorrection,
  ): Promise<TranscriptSegment | 'changed' | undefined>
  /** Segments of the whole consultation, in order of time, numbered from 0. */
  listSegments(consultationId: string): Promise<TranscriptSegment[]>
  deleteRecording(recordingId: string): Promise<void>
}

/** There is no engine to ask now; the sound waits. */
export function engineUnavailable(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'engine_unavailable',
    'O reconhecimento de fala não está disponível no momento. O áudio está guardado e será transcrito depois.',
    { cause },
  )
}

/** The engine died or hung during this request; it is started again for the next one. */
export function engineCrashed(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'engine_crashed',
    'O reconhecimento de fala foi interrompido e será reiniciado. O áudio está guardado.',
    { cause },
  )
}
