import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import type { ExecutionContext } from 'ava'
import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import {
  boxModelPath,
  compiledRuntime,
  openTestVad,
  SCRIPT,
  speechSamples,
  switchableEngine,
  transcriptionWorld,
  until,
} from '../helpers/speech.ts'
import { NOISES } from '../helpers/speech-noise.ts'
import { median, percentile, teardowns } from './figures.ts'
import {
  countWords,
  cutUtterances,
  type Measured,
  runBare,
  runService,
  type Setting,
  told,
} from './transcription-run.ts'

const RATE = 16_000
const ROUNDS = 3
/** The sample lasts 24 s: two and a half minutes. */
const REPEATS = 6
const VISIT_MINUTES = 15
const VISITS = 3
/** What live text may be behind before more is said: an open utterance waits for its end. */
const BEHIND_MS = 12_000
const NOISE_BELOW_SPEECH_DB = 10
/** Sound that arrives at once in the live visit: five seconds. */
const STEP = 5 * RATE

/**
 * Transcription through the service (detector, queue, database, supervised engine) beside the bare
 * runtime: same program, model (the one in the box), threads and sound, alternating (DESIGN §11).
 * The bare runtime is given the whole file at once, and the utterances already cut, each alone.
 * Then a visit that is streamed live, never faster than it is transcribed: from its end to the
 * final text. What the second look costs is told as its share of the engine's processor time.
 */
export async function benchTranscription() {
  const after = teardowns()
  const t = { ...after, log() {}, pass() {}, fail() {} } as unknown as ExecutionContext
  const runtime = await compiledRuntime(t)
  if (!runtime) return { skipped: 'no compiler for the speech runtime' }
  const model = await readSpeechModel(boxModelPath)
  const setting = { binary: runtime.path, model, threads: availableParallelism() }

  const talk = repeated(speechSamples('conversa'), REPEATS)
  const withSilence = spacedOut(speechSamples('conversa'), REPEATS)
  const result = {
    model: model.name,
    threads: setting.threads,
    rounds: ROUNDS,
    wordsSaid: REPEATS * countWords(Object.values(SCRIPT).join(' ')),
    talk: await compare(t, talk, setting),
    aThirdSilence: await compare(t, withSilence, setting),
    inNoise: await inNoise(t, talk, setting),
    liveVisit: await liveVisits(t, setting),
  }
  await after.run()
  return result
}

async function compare(t: ExecutionContext, sound: Int16Array, setting: Setting) {
  const utterances = await cutUtterances(t, sound, setting.model.maxUtteranceMs)
  const runs = {
    wholeFile: [] as Measured[],
    utterances: [] as Measured[],
    service: [] as Measured[],
  }
  for (let round = 0; round < ROUNDS; round++) {
    runs.wholeFile.push(await runBare([sound], setting))
    runs.utterances.push(await runBare(utterances, setting))
    runs.service.push(await runService(t, sound, setting))
  }
  const [wholeFile, cutBefore, service] = Object.values(runs).map(middle)
  return {
    audioS: Math.round(sound.length / RATE),
    utterances: utterances.length,
    bareWholeFile: wholeFile,
    bareUtterances: cutBefore,
    service,
    wallToWholeFile: ratio(service!.wallMs, wholeFile!.wallMs),
    wallToUtterances: ratio(service!.wallMs, cutBefore!.wallMs),
    secondLookShare: ratio(service!.secondLookMs, service!.cpuMs),
    engineMemoryToWholeFile: ratio(service!.engineKb, wholeFile!.engineKb),
  }
}

/**
 * What good sound does not need: the same talk in white noise, once, and how much of the work the
 * second look is then.
 */
async function inNoise(t: ExecutionContext, talk: Int16Array, setting: Setting) {
  const noise = NOISES['white noise']!(Math.ceil(talk.length / RATE))
  const level = Math.sqrt(powerOf(talk) / powerOf(noise) / 10 ** (NOISE_BELOW_SPEECH_DB / 10))
  const service = await runService(
    t,
    talk.map((sample, i) => sample + level * noise[i]!),
    setting,
  )
  const { cpuMs, secondLookMs } = service
  return {
    noiseBelowSpeechDb: NOISE_BELOW_SPEECH_DB,
    service,
    secondLookShare: ratio(secondLookMs, cpuMs),
  }
}

function powerOf(samples: Int16Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
}

function middle(runs: Measured[]): Measured {
  const of = (what: keyof Measured) => Math.round(median(runs.map((run) => run[what])))
  return {
    wallMs: of('wallMs'),
    engineKb: of('engineKb'),
    serviceKb: of('serviceKb'),
    words: of('words'),
    cpuMs: of('cpuMs'),
    secondLookMs: of('secondLookMs'),
  }
}

/**
 * Five seconds at a time, the next only when the text has caught up: what a real visit has in its
 * own time.
 */
async function liveVisits(t: ExecutionContext, setting: Setting) {
  const server = whisperServer({ ...setting, log: silentLog })
  const once = speechSamples('conversa')
  const visit = repeated(once, Math.ceil((VISIT_MINUTES * 60 * RATE) / once.length))
  const times: number[] = []
  for (let i = 0; i < VISITS; i++) {
    const world = await transcriptionWorld(t, {
      engine: switchableEngine(server),
      openVad: openTestVad(t),
    })
    await world.service.start()
    const recording = await world.record([visit])
    for (let held = STEP; held < visit.length; held += STEP) {
      const [now = 0] = world.sound.hold(recording.id, held)
      world.service.onAudio(recording, 0, now)
      await until(async () => {
        const status = await world.service.transcriptionStatus(world.consultationId)
        return status.behind_ms <= BEHIND_MS
      })
    }
    const begin = performance.now()
    world.finish(recording)
    await told(world.news)
    times.push(performance.now() - begin)
    await world.service.close()
  }
  await server[Symbol.asyncDispose]()
  return {
    minutes: Math.round(visit.length / RATE / 60),
    visits: VISITS,
    lastWordToFinalP50Ms: Math.round(median(times)),
    lastWordToFinalP95Ms: Math.round(percentile(times, 0.95)),
  }
}

function repeated(once: Int16Array, times: number): Int16Array {
  const all = new Int16Array(once.length * times)
  for (let i = 0; i < times; i++) all.set(once, i * once.length)
  return all
}

/** The same words with half their length of silence between them: a third of all. */
function spacedOut(once: Int16Array, times: number): Int16Array {
  const step = Math.round(once.length * 1.5)
  const all = new Int16Array(step * times)
  for (let i = 0; i < times; i++) all.set(once, i * step)
  return all
}

function ratio(ours: number, theirs: number): number {
  return Number((ours / theirs).toFixed(2))
}
