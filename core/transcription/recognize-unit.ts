import type { ComputeGate } from '../engine/compute-gate.ts'
import type { Log } from '../log.ts'
import type { AudioReader } from '../recording/ports.ts'
import { engineUnavailable } from './engine-errors.ts'
import { findInvention } from './invented-text.ts'
import { lengthOf } from './pack-utterances.ts'
import type {
  RecognitionUnit,
  RecognizedPiece,
  SampleRange,
  SpeechEngine,
  Transcriber,
  TranscriptStore,
} from './ports.ts'

export interface UnitOfSpeech {
  recordingId: string
  consultationId: string
  channel: number
  /** One utterance, or several spliced together; at most the recognizer's window in all. */
  ranges: SampleRange[]
}

export type RecognizeUnit = (
  unit: UnitOfSpeech,
  how: { priority: 'live' | 'final'; signal: AbortSignal },
) => Promise<RecognizedPiece[]>

interface RecognizeUnitDeps {
  engine: Pick<SpeechEngine, 'transcriber'>
  audio: Pick<AudioReader, 'read'>
  store: Pick<TranscriptStore, 'findRecognition' | 'saveRecognition'>
  gate: ComputeGate
  languageOf: (consultationId: string) => Promise<string>
  log: Log
}

/** Models with a long window get several utterances at once in the final pass; short ones are trained on single ones. */
export function packsUtterances({ maxUtteranceMs }: Pick<Transcriber, 'maxUtteranceMs'>): boolean {
  return maxUtteranceMs >= 20_000
}

/**
 * Sound in, checked text out, times relative to the unit; asks the engine only what it was not asked before.
 * @throws {AppError} `engine_unavailable`, `engine_crashed`; `signal.reason` when aborted
 */
export function recognizeUnit(deps: RecognizeUnitDeps): RecognizeUnit {
  const { engine, audio, store, gate, languageOf, log } = deps

  return async (unit, { priority, signal }) => {
    const transcriber = engine.transcriber()
    if (!transcriber) throw engineUnavailable()
    const key: RecognitionUnit = { ...unit, engine: engineKey(transcriber, priority) }
    const known = await store.findRecognition(key)
    if (known) return known

    const samples = await readRanges(audio, unit)
    const language = await languageOf(unit.consultationId)
    const heard = await gate.run({ priority, signal }, () =>
      transcriber.recognize(samples, { language, priority, signal }),
    )
    const pieces = heard.filter((piece) => {
      const invention = findInvention(piece, heardMs(piece, samples.length / 16))
      if (invention) log.info('speech.piece_dropped', { recordingId: unit.recordingId, invention })
      return !invention
    })
    await store.saveRecognition(key, pieces)
    return pieces
  }
}

/** A live answer of a packing model is computed with less context: the final pass asks again. */
function engineKey(transcriber: Transcriber, priority: 'live' | 'final'): string {
  const { name, model } = transcriber
  return packsUtterances(transcriber) ? `${name}/${model}/${priority}` : `${name}/${model}`
}

/** A piece's own times may be off: it may rest on what lies between them or, if that is nothing, on all of it. */
function heardMs({ startMs, endMs }: RecognizedPiece, unitMs: number): number {
  return endMs > startMs ? Math.min(endMs - startMs, unitMs) : unitMs
}

async function readRanges(
  audio: Pick<AudioReader, 'read'>,
  { recordingId, channel, ranges }: UnitOfSpeech,
): Promise<Int16Array> {
  const all = new Int16Array(lengthOf(ranges))
  let at = 0
  for (const { from, to } of ranges) {
    const part = await audio.read(recordingId, channel, from, to)
    all.set(part.subarray(0, to - from), at)
    at += to - from
  }
  return all
}
