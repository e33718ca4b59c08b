import type { ExecutionContext } from 'ava'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import {
  compiledRuntime,
  demoModel,
  openTestVad,
  switchableEngine,
  transcriptionWorld,
} from '../helpers/speech.ts'
import { NOISES } from '../helpers/speech-noise.ts'
import { teardowns } from './figures.ts'

const MINUTES = 60

/**
 * An hour of what a consulting room has besides voices, through all of transcription: voice
 * activity, the real engine, the filters, the final text. What is asked for is no word at all. The
 * same sound goes to the engine without voice activity detection in part, to show what it would
 * invent, and how much of that the filters alone would stop.
 */
export async function benchNonSpeech() {
  const after = teardowns()
  const t = { ...after, log() {}, pass() {}, fail() {} } as unknown as ExecutionContext
  const runtime = await compiledRuntime(t)
  if (!runtime) return { skipped: 'no compiler for the speech runtime' }
  const server = whisperServer({
    binary: runtime.path,
    model: await demoModel(),
    threads: 1,
    log: silentLog,
  })
  const dropped = new Map<string, number>()
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(server),
    openVad: openTestVad(t),
    log: {
      ...silentLog,
      info(event, { invention } = {}) {
        if (event !== 'speech.piece_dropped') return
        dropped.set(String(invention), (dropped.get(String(invention)) ?? 0) + 1)
      },
    },
  })
  await world.service.start()

  const seconds = Math.ceil((MINUTES * 60) / Object.keys(NOISES).length)
  const perNoise: Record<string, { minutes: number; words: number; texts: string[] }> = {}
  const started = performance.now()
  for (const [name, make] of Object.entries(NOISES)) {
    const recording = await world.record([make(seconds)])
    world.finish(recording)
    const { segments } = await world.complete()
    const own = segments.filter(({ recordingId }) => recordingId === recording.id)
    const texts = own.map(({ text }) => text)
    world.sound.remove(recording.id)
    perNoise[name] = { minutes: round(seconds / 60), words: countWords(texts), texts }
  }
  const wallS = round((performance.now() - started) / 1000)
  const rows = Object.values(perNoise)
  const withoutDetector = await bare(server)
  await server[Symbol.asyncDispose]()
  await after.run()
  return {
    minutes: round((seconds * rows.length) / 60),
    words: rows.reduce((sum, { words }) => sum + words, 0),
    wallS,
    droppedByFilters: Object.fromEntries(dropped),
    withoutDetector,
    perNoise,
  }
}

/** Nine seconds of each, straight to the engine. */
async function bare(server: ReturnType<typeof whisperServer>) {
  const { signal } = new AbortController()
  const texts: string[] = []
  for (const make of Object.values(NOISES)) {
    const pieces = await server.recognize(make(9), { language: 'pt-BR', priority: 'final', signal })
    texts.push(...pieces.map(({ text }) => text))
  }
  return { seconds: 9 * Object.keys(NOISES).length, words: countWords(texts) }
}

function countWords(texts: readonly string[]): number {
  return texts.join(' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
