/**
 * The installed engines for `svcctl eval`: the same programs, child processes and use cases as in
 * the service, over a data folder of their own that is made for the run and removed after it. The
 * real one is read for its models and for nothing else, so this runs beside a service and never
 * meets a patient.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { audioDecoder } from '../../../ai-local/audio/decode-audio.ts'
import { dataFolder } from '../../../config/data-folder.ts'
import type { Config } from '../../../config/settings.ts'
import { builtInTemplates } from '../../../config/templates.ts'
import { consultationFeed } from '../../../core/consultation/feed.ts'
import { newConsultation } from '../../../core/consultation/open-by-external-id.ts'
import { parseTemplate } from '../../../core/document/models/template-schema.ts'
import { computeGate } from '../../../core/engine/compute-gate.ts'
import { AppError } from '../../../core/errors.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'
import { Thresholds } from '../../../core/evaluation/figures.ts'
import type { Evaluation, EvaluationChoice } from '../../../core/evaluation/ports.ts'
import type { EvaluationReport } from '../../../core/evaluation/report.ts'
import { silentLog } from '../../../core/log.ts'
import { importAudio } from '../../../core/recording/import-audio.ts'
import { recorder } from '../../../core/recording/recorder.ts'
import { timeLimit } from '../../../core/time-limit.ts'
import { understoodSegments } from '../../../core/transcription/understood-segments.ts'
import { refuseWhileHeld } from '../../../core/vault/hold.ts'
import { openAudioStore } from '../../../models/audio/audio-store.ts'
import { consultationStore } from '../../../models/consultation/consultations.ts'
import { recordingRepository } from '../../../models/recording/repository.ts'
import { heldConsultations } from '../../../models/retention/holds.ts'
import { blindIndex } from '../../../models/vault/blind-index.ts'
import { consultationVault } from '../../../models/vault/vault.ts'
import { chooseEngine } from '../../choose-engine.ts'
import { type Closing, closing } from '../../closing.ts'
import { openAccess } from '../../compose/access.ts'
import { openSpeech } from '../../compose/speech.ts'
import { readEvaluationSet } from '../../evaluation-set.ts'
import type { Platform } from '../../platform.ts'
import { writeResult } from '../../write-result.ts'
import { editLines } from './edits.ts'
import { watchMemory } from './process-memory.ts'
import { runEvaluation } from './run-evaluation.ts'

/** For one document: a language model on a small box takes minutes. */
const WRITE_TIMEOUT_MS = 30 * 60_000
const LOOK_EVERY_MS = 50
const EDITS_AT_ONCE = 50

export function composeEvaluation(
  config: Config,
  platform: Platform,
  signal: AbortSignal,
): Evaluation {
  async function run(choice: EvaluationChoice, opened: Closing): Promise<EvaluationReport> {
    const memory = watchMemory()
    const startedAt = performance.now()
    const own = await ownDataFolder(config, opened)
    const gate = computeGate()
    const { generator } = await chooseEngine({ config: own, platform, gate, log: silentLog })
    opened.add('generator', () => generator[Symbol.asyncDispose]())
    const wantsSound = choice.sound && choice.cases.some(({ sound }) => sound !== null)
    const ears = wantsSound ? await openEars(own, platform, gate, opened, signal) : null
    const cases = await runEvaluation(choice.cases, {
      templates: builtInTemplates().map(parseTemplate),
      async write(input, cancel) {
        await breath(cancel)
        return generator.generate(input, {
          signal: AbortSignal.any([cancel, timeLimit(WRITE_TIMEOUT_MS)]),
          onField() {},
        })
      },
      hear: ears && ((one) => ears.hear(one, choice.set.folder)),
      now: () => performance.now(),
      signal,
      onStep: choice.onStep,
    })
    const { kind, model } = generator.status
    return {
      format: 1,
      set: choice.set.name,
      withheld: false,
      version: platform.version,
      at: platform.now().toISOString(),
      generator: { kind, model, version: generator.version },
      speech: ears?.engine() ?? null,
      seconds: (performance.now() - startedAt) / 1000,
      peakMemoryMiB: memory.stop().peakMiB,
      cases,
    }
  }

  return {
    openSet: (wanted) => readEvaluationSet(platform.installRoot, wanted),
    async run(choice) {
      const opened = closing(silentLog)
      try {
        return await run(choice, opened)
      } finally {
        await opened.run()
      }
    },
    readThresholds,
    async writeEdits(path, cases) {
      const templates = builtInTemplates().map((template) => parseTemplate(template))
      const lines: string[] = []
      for (const line of editLines(cases, new Map(templates.map((one) => [one.id, one])))) {
        lines.push(line)
        if (lines.length % EDITS_AT_ONCE === 0) await breath(signal)
      }
      await writeResult(path, lines.map((line) => `${line}\n`).join(''))
      return { cases: cases.length, edits: lines.length }
    },
    async writeReport(path, report) {
      await writeResult(path, `${JSON.stringify(report, null, 2)}\n`)
    },
  }
}

/**
 * The configuration over a folder that is removed at the end; of the real one only the models are
 * there.
 */
async function ownDataFolder(config: Config, opened: Closing): Promise<Config> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-eval-'))
  opened.add('folder', () => rm(dataDir, { recursive: true, force: true }))
  const { models } = dataFolder(config.dataDir)
  // A link: models are gigabytes. What is removed above is the link.
  if (existsSync(models)) await symlink(models, dataFolder(dataDir).models)
  else await mkdir(dataFolder(dataDir).models)
  return { ...config, dataDir, databaseUrl: `sqlite:${join(dataDir, 'svc.sqlite')}` }
}

/**
 * Sound on its way through the service: decoded, recorded, found to be speech, recognized, stored.
 */
async function openEars(
  config: Config,
  platform: Platform,
  gate: ReturnType<typeof computeGate>,
  opened: Closing,
  signal: AbortSignal,
) {
  const { now, newId } = platform
  const log = silentLog
  const { database, sealer, access } = await openAccess(config, platform, log)
  const { sequelize } = database
  opened.add('database', database.close)
  const { id: organizationId } = await access.createOrganization({ name: 'svcctl eval' })
  const vault = consultationVault({ sequelize, sealer, now })
  const index = blindIndex({ sequelize, sealer, now })
  const consultations = consultationStore({ sequelize, vault, index })
  const audio = await openAudioStore({ audioDir: dataFolder(config.dataDir).audio, vault, log })
  opened.add('audio', audio.close)
  const recordings = recorder({
    recordings: recordingRepository(sequelize),
    store: audio,
    consultations,
    listener: {
      onAudio: (...news) => speech.transcription.onAudio(...news),
      onPaused: (...news) => speech.transcription.onPaused(...news),
      onFinished: (...news) => speech.transcription.onFinished(...news),
      onRemoved: (...news) => speech.transcription.onRemoved(...news),
    },
    refuseWhileHeld: refuseWhileHeld(heldConsultations(sequelize)),
    now,
    log,
    consentFirst: false,
  })
  const speech = openSpeech({
    config,
    platform,
    sequelize,
    vault,
    gate,
    log,
    languageOf: consultations.languageOf,
    audio: recordings,
    feed: consultationFeed(() => {}),
  })
  opened.add('speech', speech.close)
  await speech.start()
  speech.startEngine()
  await engineReady(speech.transcription.status, signal)
  const importFile = importAudio({
    recorder: recordings,
    decode: audioDecoder({ childUrl: platform.built('decode-child.js'), log }),
  })

  return {
    engine() {
      const { engine, model } = speech.transcription.status()
      return { engine, model }
    },

    async hear({ id, sound }: EvaluationCase, folder: string) {
      const consultation = newConsultation(
        {
          id: newId(),
          organizationId,
          type: 'IN_PERSON',
          language: 'pt-BR',
          externalConsultationId: id,
          externalDoctorId: 'eval',
          externalPatientId: id,
        },
        now(),
      )
      await consultations.create(consultation)
      const bytes = await readFile(join(folder, 'sound', sound?.file ?? ''))
      const { durationMs } = await importFile({
        consultation,
        recordingId: newId(),
        audio: { sizeBytes: bytes.length, read: async (from, to) => bytes.subarray(from, to) },
        channels: 1,
        signal,
      })
      for (;;) {
        const { segments, finished } = await speech.transcription.transcript(consultation.id)
        if (finished) return { segments: understoodSegments(segments), audioMs: durationMs }
        const { state, message } = speech.transcription.status()
        if (state === 'unavailable') throw unavailable(message)
        await pause(signal)
      }
    },
  }
}

/** The first start compiles the runtime, which takes minutes. */
async function engineReady(
  status: () => { state: string; message: string | null },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { state, message } = status()
    if (state === 'ready') return
    if (state === 'unavailable') throw unavailable(message)
    await pause(signal)
  }
}

function unavailable(message: string | null): AppError {
  return new AppError(
    'unavailable',
    'engine_unavailable',
    `Nothing here turns sound into text. ${message ?? ''}\nSee: svcctl doctor, or leave the sound out: svcctl eval --no-sound`,
  )
}

/** Rules write without ever waiting: here a signal that came meanwhile is heard. */
async function breath(signal: AbortSignal): Promise<void> {
  await setImmediate()
  signal.throwIfAborted()
}

async function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}

async function readThresholds(path: string): Promise<Thresholds> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AppError('not-found', 'file_not_readable', `${path} cannot be read.`, { cause })
  })
  const refuse = (why: string, cause?: unknown) =>
    new AppError('invalid', 'thresholds_invalid', `${path}: ${why}`, { cause })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refuse('not JSON', cause)
  }
  const parsed = Thresholds.safeParse(value)
  if (parsed.success) return parsed.data
  const { path: place = [], message = '' } = parsed.error.issues[0] ?? {}
  throw refuse(`${place.join('.')}: ${message}`)
}
