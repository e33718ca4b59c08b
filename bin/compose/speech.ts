import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sequelize } from 'sequelize'
import { remoteSpeechEngine } from '../../ai-local/remote/remote-speech-engine.ts'
import { speechWithFallback } from '../../ai-local/remote/speech-fallback.ts'
import { voiceActivity } from '../../ai-local/vad/voice-activity.ts'
import {
  type ManagedSpeechEngine,
  type SpeechEngineOptions,
  speechEngine,
} from '../../ai-local/whisper/speech-engine.ts'
import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { speechRuntime } from '../../ai-local/whisper/speech-runtime.ts'
import { readWavSamples } from '../../ai-local/whisper/wav.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { ConsultationFeed } from '../../core/consultation/feed.ts'
import type { ComputeGate } from '../../core/engine/compute-gate.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { boxModel } from '../../core/model-file/catalogue.ts'
import type { SwitchModel } from '../../core/model-file/model-switch.ts'
import { judgeHearing } from '../../core/model-file/probe-sound.ts'
import type { AudioReader } from '../../core/recording/ports.ts'
import type { Transcriber } from '../../core/transcription/ports.ts'
import type { PresentWhole } from '../../core/transcription/present-segment.ts'
import { transcriptionService } from '../../core/transcription/transcription-service.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { type JobHolder, jobHolder } from '../../models/job/job-owner.ts'
import { jobStore } from '../../models/job/job-store.ts'
import type { NodeLeases } from '../../models/node/leases.ts'
import { transcriptStore } from '../../models/transcript/store.ts'
import type { Platform } from '../platform.ts'
import { remoteSpeech } from '../remote-servers.ts'
import { modelPath, probeSoundPath } from '../speech-files.ts'
import { composeNames } from './name-medicines.ts'

/** For hearing a sound of a few seconds, behind whatever else computes. */
const PROBE_TIMEOUT_MS = 5 * 60_000

interface Deps {
  config: Config
  platform: Platform
  sequelize: Sequelize
  vault: ConsultationVault
  languageOf(consultationId: string): Promise<string>
  audio: AudioReader
  feed: ConsultationFeed
  /** Where several servers write recordings. */
  leases?: NodeLeases | null
  /** Under which name it takes work; one of its own unless given. */
  holder?: JobHolder
  gate: ComputeGate
  /** Shares over doctors and visits; absent: who came first. */
  shareOf?: ShareOf | undefined
  /** In this thread unless given. */
  present?: PresentWhole
  log: Log
}

/**
 * Hearing: the runtime and its model, voice activity, and the service that turns held sound into
 * text.
 */
export function openSpeech(deps: Deps) {
  const { config, platform, sequelize, vault, languageOf, audio, feed, gate, present, log } = deps
  const modelOf = (name: string) => () => readSpeechModel(modelPath(config, platform, name))
  const talkPath = fileURLToPath(platform.built('talk.txt.gz'))
  const box: SpeechEngineOptions = {
    runtime: speechRuntime({
      runtimeDir: config.runtimeDir,
      preparedDir: dataFolder(config.dataDir).prepared,
      packagesDir: join(platform.installRoot, 'node_modules'),
      talkPath,
      ...(config.speechBinary ? { binary: config.speechBinary } : {}),
      gpu: config.speechGpu,
      log,
    }),
    model: modelOf(config.speechModel),
    off: config.speechEngine === 'off',
    ...(config.engineThreads > 0 ? { threads: config.engineThreads } : {}),
    buildWhenMissing: true,
    log,
  }
  const own = config.speechEngine === 'remote' ? null : speechEngine(box)
  const engine = own ?? remoteEngine(config, box)
  const vad = voiceActivity({
    workerUrl: platform.built('vad-worker.js'),
    weightsPath: config.vadModel,
  })
  const holder = deps.holder ?? jobHolder()
  const transcription = transcriptionService({
    engine,
    openVad: vad.open,
    audio,
    store: transcriptStore(sequelize, vault, { fence: deps.leases?.fence }),
    ...(deps.leases && { isOurs: deps.leases.holds }),
    jobs: jobStore(sequelize, { shareOf: deps.shareOf }),
    feed,
    gate,
    ...holder,
    languageOf,
    shareOf: deps.shareOf,
    ...(present && { present }),
    namePieces: composeNames({ sequelize, languageOf, now: platform.now, talkPath }),
    log,
  })

  /**
   * The short sound that comes with the product, heard as a final pass hears: live speech goes
   * first.
   * @throws {AppError} `model_does_not_hear`
   */
  async function trySound(transcriber: Transcriber) {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    const samples = readWavSamples(await readFile(probeSoundPath(platform)))
    const pieces = await gate.run({ priority: 'final', signal }, () =>
      transcriber.recognize(samples, { language: 'pt-BR', priority: 'final', signal }),
    )
    if (!judgeHearing(pieces.map(({ text }) => text).join(' ')).enough)
      throw new AppError(
        'unavailable',
        'model_does_not_hear',
        'It does not understand a clear voice.',
      )
  }

  const switchModel: SwitchModel = async (wanted, { together }) => {
    if (!own || config.speechEngine === 'off') return 'not-used'
    const model = modelOf(wanted ?? boxModel.file)
    const switched = await own.switchModel(model, { together, trySound })
    return switched ? 'switched' : 'restart-needed'
  }

  return {
    transcription,
    switchModel,
    start: transcription.start,
    /** Loads the engine, behind the scenes. */
    startEngine: engine.start,
    wake: transcription.wake,
    changedElsewhere: transcription.changedElsewhere,
    giveUp: transcription.giveUpJobs,
    async close() {
      await transcription.close()
      await engine.close()
      await vad.close()
    },
  }
}

/**
 * The server of the network, and the box's own recognizer behind it where the administrator wants
 * that.
 */
function remoteEngine(config: Config, box: SpeechEngineOptions): ManagedSpeechEngine {
  const server = remoteSpeechEngine({ server: () => remoteSpeech(config), log: box.log })
  if (config.speechRemoteFallback === 'none') return server
  return speechWithFallback({ server, box: speechEngine(box), log: box.log })
}
