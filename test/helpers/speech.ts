import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { ExecutionContext } from 'ava'
import { voiceActivity } from '../../ai-local/vad/voice-activity.ts'
import type { LocatedRuntime } from '../../ai-local/whisper/build-runtime.ts'
import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { speechRuntime } from '../../ai-local/whisper/speech-runtime.ts'
import { readWavSamples } from '../../ai-local/whisper/wav.ts'
import { composeNames } from '../../bin/compose/name-medicines.ts'
import type { ConsultationNews } from '../../core/consultation/feed.ts'
import { consultationFeed } from '../../core/consultation/feed.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { isAppError, notFound } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { boxModel } from '../../core/model-file/catalogue.ts'
import type { AudioReader, RecordingInfo, RecordingListener } from '../../core/recording/ports.ts'
import type {
  SpeechEngine,
  Transcriber,
  VoiceActivityDetector,
} from '../../core/transcription/ports.ts'
import { transcriptionService } from '../../core/transcription/transcription-service.ts'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { isOwnerGone, jobOwner } from '../../models/job/job-owner.ts'
import { jobStore } from '../../models/job/job-store.ts'
import { transcriptStore } from '../../models/transcript/store.ts'
import { placeReadySchema } from './ready-schema.ts'
import { TALK } from './talk.ts'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const runtimeDir = join(root, 'runtime')
const packagesDir = join(root, 'node_modules')
export const vadWeights = join(packagesDir, '@ricky0123/vad-web/dist/silero_vad_v6.onnx')
export const workerUrl = pathToFileURL(join(root, 'dist/vad-worker.js'))

/** What is said in test/fixtures/speech, word for word. */
export const SCRIPT = {
  'fala-1': 'Bom dia, como vai a senhora? O que trouxe a senhora aqui hoje?',
  'fala-2': 'Estou com dor de cabeça há 3 dias. É uma dor latejante, do lado direito.',
  'fala-3': 'Pressão 120 por 80. Frequência cardíaca 72 batimentos por minuto.',
  'fala-4': 'Tomo losartana 50 miligramas uma vez ao dia. Não tenho alergia.',
} as const

export function speechSamples(name: string): Int16Array {
  return readWavSamples(readFileSync(join(root, 'test/fixtures/speech', `${name}.wav`)))
}

/** Only the words: how sentences are cut and punctuated is not what is compared. */
export function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function temporaryFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-speech-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const runtimes = { runtimeDir, packagesDir, log: silentLog }

/**
 * The compiled runtime, built once and shared; null, with a word in the test's log, where there is
 * no compiler.
 */
export async function compiledRuntime(t: ExecutionContext): Promise<LocatedRuntime | null> {
  const runtime = speechRuntime(runtimes)
  try {
    const found = (await runtime.locate()) ?? (await runtime.build())
    if (found.kind === 'whisper-server') return found
  } catch (error) {
    if (!isAppError(error) || error.code !== 'speech_compiler_missing') throw error
  }
  if (process.env.TEST_REQUIRE_SPEECH) throw new Error('no compiler for the speech runtime')
  t.log('SKIPPED: no compiler for the speech runtime (cmake, g++, make)')
  t.pass()
  return null
}

/** The speech model that is part of the product. */
export const boxModelPath = join(root, 'ai-local/speech-model', boxModel.file)

/** The same as the product loads it. */
export async function preparedBoxModel(runtime: LocatedRuntime) {
  const model = await readSpeechModel(boxModelPath)
  const { signal } = new AbortController()
  const path = await speechRuntime(runtimes).weightsFor(runtime, model.path, signal)
  return { ...model, path }
}

export const probePath = join(root, 'ai-local/speech-model/probe.wav')

/**
 * A small and fast model for tests, unpacked where all of them find it. It hears 10 s at a time and
 * understands ten synthetic voices and 841 words, those of test/fixtures/speech among them.
 */
export async function demoModel() {
  const path = join(runtimeDir, 'ggml-demo-pt.bin')
  if (!existsSync(path)) {
    mkdirSync(runtimeDir, { recursive: true })
    const part = `${path}.${process.pid}.part`
    writeFileSync(
      part,
      gunzipSync(readFileSync(join(root, 'test/fixtures/demo-voice/ggml-demo-pt.bin.gz'))),
    )
    renameSync(part, path)
  }
  return readSpeechModel(path)
}

export function openTestVad(t: ExecutionContext): () => VoiceActivityDetector {
  const vad = voiceActivity({ workerUrl, weightsPath: vadWeights })
  t.teardown(() => vad.close())
  return () => vad.open()
}

export const liveOptions = () => ({
  language: 'pt-BR',
  priority: 'live' as const,
  signal: new AbortController().signal,
})

/** An engine that is there or not, as the test says. */
export function switchableEngine(first: Transcriber | null): SpeechEngine & {
  become(transcriber: Transcriber | null): void
} {
  let current = first
  const listeners = new Set<() => void>()
  return {
    status: () => ({
      state: current ? 'ready' : 'unavailable',
      engine: current?.name ?? null,
      model: current?.model ?? null,
      message: current ? null : 'sem motor de fala',
    }),
    transcriber: () => current,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become(transcriber) {
      current = transcriber
      for (const listener of listeners) listener()
    },
  }
}

/** Sound held in memory, as the recorder would hand it out: nothing before it is "on disk". */
export function heldSound() {
  const takes = new Map<string, { info: RecordingInfo; channels: Int16Array[]; held: number[] }>()
  const take = (id: string) => {
    const found = takes.get(id)
    if (!found) throw notFound()
    return found
  }
  const reader: AudioReader = {
    getRecording: async (id) => take(id).info,
    positions: async (id) =>
      take(id).held.map((held, channel) => ({ channel, next_sequence: 0, next_offset: held })),
    read: async (id, channel, from, to) => {
      const { channels, held } = take(id)
      return channels[channel]!.slice(from, Math.min(to, held[channel]!))
    },
  }
  return {
    reader,
    add(info: RecordingInfo, channels: Int16Array[]) {
      takes.set(info.id, { info, channels, held: channels.map(() => 0) })
    },
    /** So many samples of every channel are on disk now, all of them without a number. */
    hold(id: string, samples = Number.POSITIVE_INFINITY) {
      const { channels, held } = take(id)
      channels.forEach((all, i) => {
        held[i] = Math.min(samples, all.length)
      })
      return held
    },
    finish(id: string) {
      take(id).info.state = 'finished'
    },
    remove: (id: string) => takes.delete(id),
  }
}

/** A database with one consultation, and what speech keeps in it. */
export async function speechDatabase(
  t: ExecutionContext,
  file = join(temporaryFolder(t), 'svc.sqlite'),
) {
  if (!existsSync(file)) await placeReadySchema(file)
  const database = await openDatabase({ url: `sqlite:${file}` })
  t.teardown(() => database.close())
  await database.migrate()
  const keys = new Map<string, Uint8Array>()
  const vault = {
    keyFor: async (id: string) => keys.get(id) ?? keys.set(id, new Uint8Array(32).fill(7)).get(id)!,
    findKey: async (id: string) => keys.get(id) ?? null,
    destroyKey: async (id: string) => void keys.delete(id),
  }
  const store = transcriptStore(database.sequelize, vault)
  const jobs = jobStore(database.sequelize)
  return { file, database, vault, store, jobs, consultationId: await addConsultation(database) }
}

export async function addConsultation(database: Database): Promise<string> {
  const rows = database.sequelize.getQueryInterface()
  const now = new Date()
  const [organization_id, id] = [randomUUID(), randomUUID()]
  await rows.bulkInsert('organizations', [
    {
      id: organization_id,
      name: 'Hospital',
      status: 'active',
      allowed_origins: '[]',
      enforce_doctor_scope: false,
      language: 'pt-BR',
      created_at: now,
    },
  ])
  await rows.bulkInsert('consultations', [
    {
      id,
      organization_id,
      type: 'IN_PERSON',
      status: 'open',
      consent_status: 'given',
      consultation_index: id,
      doctor_index: 'd',
      patient_index: 'p',
      language: 'pt-BR',
      recorded_ms: 0,
      version: 1,
      created_at: now,
      updated_at: now,
    },
  ])
  return id
}

export async function addRecording(
  database: Database,
  consultationId: string,
  { channels = 1, startMs = 0 } = {},
): Promise<RecordingInfo> {
  const id = randomUUID()
  const now = new Date()
  const [found] = await database.sequelize.query(
    `SELECT organization_id FROM consultations WHERE id = '${consultationId}'`,
  )
  const organizationId = (found[0] as { organization_id: string }).organization_id
  await database.sequelize.getQueryInterface().bulkInsert('recordings', [
    {
      id,
      consultation_id: consultationId,
      organization_id: organizationId,
      channels,
      source: 'channel',
      state: 'recording',
      start_ms: startMs,
      announced: false,
      started_at: now,
      touched_at: now,
    },
  ])
  return { id, consultationId, organizationId, channels, state: 'recording', startMs }
}

/** The whole of transcription over a database, held sound and an engine. */
export async function transcriptionWorld(
  t: ExecutionContext,
  options: {
    engine: SpeechEngine
    openVad: () => VoiceActivityDetector
    file?: string
    owner?: string
    log?: typeof silentLog
    /** Names of medicines and own words are looked for, as the service does. */
    named?: boolean
  },
) {
  const base = await speechDatabase(t, options.file)
  const sound = heldSound()
  const feed = consultationFeed((error) => t.fail(String(error)))
  const news: ConsultationNews[] = []
  feed.subscribe(base.consultationId, (one) => news.push(one))
  const owner = options.owner ?? jobOwner()
  const service = transcriptionService({
    engine: options.engine,
    openVad: options.openVad,
    audio: sound.reader,
    store: base.store,
    jobs: base.jobs,
    feed,
    gate: computeGate(),
    owner,
    isOwnerGone: (other) => isOwnerGone(other, owner),
    log: options.log ?? silentLog,
    ...(options.named
      ? {
          namePieces: composeNames({
            sequelize: base.database.sequelize,
            languageOf: async () => 'pt-BR',
            now: () => new Date(),
            talkPath: TALK,
          }),
        }
      : {}),
  })
  t.teardown(() => service.close())
  const listener: RecordingListener = service

  return {
    ...base,
    sound,
    news,
    service,
    owner,
    /** A recording with this sound on its channels, none of it on disk yet. */
    async record(channels: Int16Array[], startMs = 0) {
      const info = await addRecording(base.database, base.consultationId, {
        channels: channels.length,
        startMs,
      })
      sound.add(info, channels)
      return info
    },
    /** Everything is on disk, and the recording ends. */
    finish(info: RecordingInfo) {
      sound.hold(info.id)
      sound.finish(info.id)
      void listener.onFinished(info)
    },
    async complete() {
      return until(async () => {
        const transcript = await service.transcript(base.consultationId)
        return transcript.finished ? transcript : null
      })
    },
  }
}

/** Asks until there is an answer; the test's own limit ends it. */
export async function until<T>(
  ask: () => Promise<T | null | undefined | false> | T | null,
): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer as T
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
