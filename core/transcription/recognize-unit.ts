import type { ComputeGate, GateJob } from '../engine/compute-gate.ts'
import type { ShareOf } from '../engine/fair-shares.ts'
import type { Log } from '../log.ts'
import type { AudioReader } from '../recording/ports.ts'
import { markInventions } from './invented-text.ts'
import { lengthOf } from './pack-utterances.ts'
import {
  engineUnavailable,
  type RecognitionUnit,
  type RecognizedPiece,
  type SampleRange,
  type SpeechEngine,
  type Transcriber,
  type TranscriptStore,
  VOICE_TOO_SOFT,
} from './ports.ts'
import { raiseUtterance, type Stretch, withSoftVoices } from './raised-voices.ts'

const SAMPLES_PER_MS = 16

export interface UnitOfSpeech {
  recordingId: string
  consultationId: string
  channel: number
  /** One utterance, or several spliced together; at most the recognizer's window in all. */
  ranges: SampleRange[]
}

/** Another look, perhaps at a higher temperature, or with words shown before the sound. */
export interface Again {
  temperature: number
  prompt?: string | undefined
}

export interface HowToRecognize {
  priority: 'live' | 'final'
  signal: AbortSignal
  /** At what was recognized badly. Its answer is stored apart from the first one's. */
  again?: Again
  /** Whether it may stand still for live sound, asked each time; always, unless given. */
  mayPause?: () => boolean
  /** The utterance still goes on: its answer is not stored, since a later one takes its place. */
  isInterim?: boolean
}

/** All pieces of the answer, inventions marked `dropped`: `kept` leaves them out. */
export type RecognizeUnit = (unit: UnitOfSpeech, how: HowToRecognize) => Promise<RecognizedPiece[]>

/** What the live pass recognized in this unit; null where it never did. */
export type RecallLive = (unit: UnitOfSpeech) => Promise<RecognizedPiece[] | null>

interface RecognizeUnitDeps {
  engine: Pick<SpeechEngine, 'transcriber'>
  audio: Pick<AudioReader, 'read'>
  store: Pick<TranscriptStore, 'findRecognition' | 'saveRecognition'>
  gate: ComputeGate
  languageOf: (consultationId: string) => Promise<string>
  shareOf?: ShareOf | undefined
  log: Log
}

/**
 * Models with a long window get several utterances at once in the final pass; short ones are
 * trained on single ones, and an engine that gives no times leaves nobody a way to tell the
 * utterances apart.
 */
export function packsUtterances({
  maxUtteranceMs,
  givesTimes = true,
}: Pick<Transcriber, 'maxUtteranceMs' | 'givesTimes'>): boolean {
  return maxUtteranceMs >= 20_000 && givesTimes
}

/** What people may see. */
export function kept(pieces: readonly RecognizedPiece[]): RecognizedPiece[] {
  return pieces.filter(({ dropped }) => !dropped)
}

/**
 * Sound in, checked text out, times relative to the unit; asks the engine only what it was not
 * asked before.
 * @throws {AppError} `engine_unavailable`, `engine_crashed`; `signal.reason` when aborted
 */
export function recognizeUnit(deps: RecognizeUnitDeps): RecognizeUnit {
  const { engine, audio, store, gate, languageOf, shareOf, log } = deps

  return async (unit, how) => {
    const { priority, signal, again, isInterim = false } = how
    const transcriber = engine.transcriber()
    if (!transcriber) throw engineUnavailable()
    const key: RecognitionUnit = { ...unit, engine: engineKey(transcriber, how) }
    const known = await store.findRecognition(key)
    if (known) return known

    const { samples, tooSoft, soft, doubtful } = await readRanges(audio, unit)
    if (tooSoft.length === unit.ranges.length) return keep(tooSoft)
    const language = await languageOf(unit.consultationId)
    const share = await shareOf?.(unit.consultationId)
    const turn = { priority, signal, share, ...pausesOf(transcriber, how) }
    const heard = await gate.run(turn, () =>
      transcriber.recognize(samples, {
        language,
        priority,
        signal,
        ...again,
      }),
    )
    const marked = markInventions(heard, { unitMs: samples.length / 16, language })
    const pieces = withTooSoft(withSoftVoices(marked, { soft, doubtful }), tooSoft)
    for (const { dropped } of pieces)
      if (dropped)
        log.info('speech.piece_dropped', { recordingId: unit.recordingId, invention: dropped })
    return keep(pieces)

    async function keep(pieces: RecognizedPiece[]) {
      if (!isInterim) await store.saveRecognition(key, pieces)
      return pieces
    }
  }
}

function pausesOf(
  { pauseFinal, resumeFinal }: Transcriber,
  { priority, mayPause = () => true }: HowToRecognize,
): Pick<GateJob, 'pause' | 'resume'> {
  if (priority === 'live' || !pauseFinal || !resumeFinal) return {}
  return {
    pause() {
      if (!mayPause()) throw new Error('not now')
      pauseFinal()
    },
    resume: resumeFinal,
  }
}

/** Looks for the live pass's answer without asking the engine. */
export function recallLive({
  engine,
  store,
}: Pick<RecognizeUnitDeps, 'engine' | 'store'>): RecallLive {
  return async (unit) => {
    const transcriber = engine.transcriber()
    if (!transcriber) return null
    return store.findRecognition({ ...unit, engine: engineKey(transcriber, { priority: 'live' }) })
  }
}

/** A live answer of a packing model is computed with less context: the final pass asks again. */
function engineKey(
  { name, model, maxUtteranceMs }: Transcriber,
  { priority, again }: Pick<HowToRecognize, 'priority' | 'again'>,
): string {
  const key = packsUtterances({ maxUtteranceMs })
    ? `${name}/${model}/${priority}`
    : `${name}/${model}`
  if (!again) return key
  return `${key}/again-${again.temperature}${again.prompt === undefined ? '' : '-prompted'}`
}

interface UnitSound {
  /** Soft utterances raised, those too near the noise replaced by silence. */
  samples: Int16Array
  /** A mark in the place of each utterance that was left out; times from the unit's start. */
  tooSoft: RecognizedPiece[]
  /** Utterances that were raised by much. */
  soft: Stretch[]
  /** Those whose words are less sure than they seem. */
  doubtful: Stretch[]
}

async function readRanges(
  audio: Pick<AudioReader, 'read'>,
  { recordingId, channel, ranges }: UnitOfSpeech,
): Promise<UnitSound> {
  const samples = new Int16Array(lengthOf(ranges))
  const tooSoft: RecognizedPiece[] = []
  const soft: Stretch[] = []
  const doubtful: Stretch[] = []
  let at = 0
  for (const { from, to } of ranges) {
    const part = await audio.read(recordingId, channel, from, to)
    const raised = raiseUtterance(part.subarray(0, to - from))
    if (raised.isTooSoft) tooSoft.push(softMark(at, at + to - from))
    else samples.set(raised.samples, at)
    if (raised.isSoft) soft.push(stretchOf(at, at + to - from))
    if (raised.isDoubtful) doubtful.push(stretchOf(at, at + to - from))
    at += to - from
  }
  return { samples, tooSoft, soft, doubtful }
}

function stretchOf(from: number, to: number): Stretch {
  return { startMs: from / SAMPLES_PER_MS, endMs: to / SAMPLES_PER_MS }
}

function softMark(from: number, to: number): RecognizedPiece {
  return {
    ...stretchOf(from, to),
    text: VOICE_TOO_SOFT,
    confidence: null,
    noSpeechProbability: null,
  }
}

/** Text recognized from the silence in the place of an utterance is left out. */
function withTooSoft(
  pieces: readonly RecognizedPiece[],
  tooSoft: readonly RecognizedPiece[],
): RecognizedPiece[] {
  const isInSilence = ({ startMs, endMs }: RecognizedPiece) =>
    tooSoft.some((mark) => startMs >= mark.startMs && endMs <= mark.endMs)
  return [...pieces.filter((piece) => !isInSilence(piece)), ...tooSoft].sort(
    (a, b) => a.startMs - b.startMs,
  )
}
