import type { ComputeGate } from '../engine/compute-gate.ts'
import type { Log } from '../log.ts'
import type { AudioReader } from '../recording/ports.ts'
import { engineUnavailable } from './engine-errors.ts'
import { markInventions } from './invented-text.ts'
import { lengthOf } from './pack-utterances.ts'
import type {
  RecognitionUnit,
  RecognizedPiece,
  SampleRange,
  SpeechEngine,
  Transcriber,
  TranscriptStore,
} from './ports.ts'
import { promptText, type SpeechPrompt, speechPrompt } from './speech-prompt.ts'

export interface UnitOfSpeech {
  recordingId: string
  consultationId: string
  channel: number
  /** One utterance, or several spliced together; at most the recognizer's window in all. */
  ranges: SampleRange[]
}

export interface HowToRecognize {
  priority: 'live' | 'final'
  signal: AbortSignal
  /** What was said before it, the newest at its end; '' or nothing: told nothing. */
  before?: string
  /**
   * Another look at what was recognized badly: without a prompt, at a temperature above 0 where the first look went in circles. Its answer
   * is kept apart from the first one's.
   */
  again?: { temperature: number }
}

/** All pieces of the answer, inventions marked `dropped`: `kept` leaves them out. */
export type RecognizeUnit = (unit: UnitOfSpeech, how: HowToRecognize) => Promise<RecognizedPiece[]>

interface RecognizeUnitDeps {
  engine: Pick<SpeechEngine, 'transcriber'>
  audio: Pick<AudioReader, 'read'>
  store: Pick<TranscriptStore, 'findRecognition' | 'saveRecognition'>
  gate: ComputeGate
  languageOf: (consultationId: string) => Promise<string>
  /** Words that may come, in order of importance. */
  vocabularyOf: (consultationId: string) => Promise<readonly string[]>
  log: Log
}

/** Models with a long window get several utterances at once in the final pass; short ones are trained on single ones. */
export function packsUtterances({ maxUtteranceMs }: Pick<Transcriber, 'maxUtteranceMs'>): boolean {
  return maxUtteranceMs >= 20_000
}

/** What the next utterance is understood by: only what the engine believes itself, as doubtful words breed more of them. */
export function contextOf(pieces: readonly RecognizedPiece[]): string {
  return kept(pieces)
    .filter(({ confidence }) => (confidence ?? 1) >= 0.5)
    .map(({ text }) => text)
    .join(' ')
}

/** What people may see. */
export function kept(pieces: readonly RecognizedPiece[]): RecognizedPiece[] {
  return pieces.filter(({ dropped }) => !dropped)
}

/**
 * Sound in, checked text out, times relative to the unit; asks the engine only what it was not asked before.
 * @throws {AppError} `engine_unavailable`, `engine_crashed`; `signal.reason` when aborted
 */
export function recognizeUnit(deps: RecognizeUnitDeps): RecognizeUnit {
  const { engine, audio, store, gate, languageOf, vocabularyOf, log } = deps

  async function promptFor(
    { promptTokens = 0 }: Transcriber,
    consultationId: string,
    { before = '', again }: HowToRecognize,
  ): Promise<SpeechPrompt | null> {
    if (promptTokens === 0 || again) return null
    return speechPrompt(await vocabularyOf(consultationId), before, promptTokens)
  }

  return async (unit, how) => {
    const { priority, signal, again } = how
    const transcriber = engine.transcriber()
    if (!transcriber) throw engineUnavailable()
    const key: RecognitionUnit = { ...unit, engine: engineKey(transcriber, how) }
    const known = await store.findRecognition(key)
    if (known) return known

    const samples = await readRanges(audio, unit)
    const language = await languageOf(unit.consultationId)
    const prompt = await promptFor(transcriber, unit.consultationId, how)
    const heard = await gate.run({ priority, signal }, () =>
      transcriber.recognize(samples, {
        ...{ language, priority, signal },
        ...(prompt ? { prompt: promptText(prompt) } : {}),
        ...(again ? { temperature: again.temperature } : {}),
      }),
    )
    const pieces = markInventions(heard, { unitMs: samples.length / 16, prompt })
    for (const { dropped } of pieces)
      if (dropped)
        log.info('speech.piece_dropped', { recordingId: unit.recordingId, invention: dropped })
    await store.saveRecognition(key, pieces)
    return pieces
  }
}

/** A live answer of a packing model is computed with less context: the final pass asks again. */
function engineKey(transcriber: Transcriber, { priority, again }: HowToRecognize): string {
  const { name, model } = transcriber
  const key = packsUtterances(transcriber) ? `${name}/${model}/${priority}` : `${name}/${model}`
  return again ? `${key}/again-${again.temperature}` : key
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
