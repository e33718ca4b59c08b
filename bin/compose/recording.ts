import { join } from 'node:path'
import type { Registry } from 'prom-client'
import type { Sequelize } from 'sequelize'
import { audioDecoder } from '../../ai-local/audio/decode-audio.ts'
import type { ApiMount } from '../../api/app.ts'
import { soundClipDescriptions, soundClipRoutes } from '../../api/v1/recordings/clip-routes.ts'
import { recordingDescriptions } from '../../api/v1/recordings/describe.ts'
import { recordingRoutes } from '../../api/v1/recordings/routes.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { OpenConsultation } from '../../core/consultation/consultation.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import type { RequireOpen } from '../../core/drain/drain.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import type { Log } from '../../core/log.ts'
import type { RecordingListener } from '../../core/recording/ports.ts'
import { recorder } from '../../core/recording/recorder.ts'
import { soundClips } from '../../core/recording/sound-clip.ts'
import type { RequireQuota, RequireRoom } from '../../core/storage-room.ts'
import type { TranscriptionService } from '../../core/transcription/transcription-service.ts'
import { refuseWhileHeld } from '../../core/vault/hold.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { openAudioStore } from '../../models/audio/audio-store.ts'
import { uploadSpools } from '../../models/audio/upload-spool.ts'
import type { NodeLeases } from '../../models/node/leases.ts'
import { soundRows } from '../../models/node-sound/sound-rows.ts'
import { recordingRepository } from '../../models/recording/repository.ts'
import { erasedRecordings } from '../../models/retention/erasure-tombstones.ts'
import { heldConsultations } from '../../models/retention/holds.ts'
import { contentFiles } from '../content-files.ts'
import { meteredAudio } from '../metrics/metered-audio.ts'
import type { Platform } from '../platform.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const BYTES_PER_MIB = 1024 * 1024

interface Deps {
  config: Config
  platform: Platform
  sequelize: Sequelize
  vault: ConsultationVault
  consultations: ConsultationStore
  openConsultation: OpenConsultation
  listener: RecordingListener
  /** Where several servers write recordings. */
  leases: NodeLeases | null
  shareOf: ShareOf
  requireRoom?: RequireRoom | undefined
  requireOpen?: RequireOpen | undefined
  requireQuota?: RequireQuota | undefined
  transcript: TranscriptionService['transcript']
  metrics: Registry
  log: Log
}

/**
 * Sound: where it rests, what takes it in over the channel and as a file, and what plays seconds of
 * it back.
 */
export async function openRecording(deps: Deps) {
  const { config, platform, sequelize, vault, consultations, openConsultation } = deps
  const { listener, metrics, requireRoom, log } = deps
  const { now, newId } = platform
  const { audio: audioDir } = dataFolder(config.dataDir)
  const { leases } = deps
  const spoolDir = config.nodeDir ?? audioDir
  const openSpool = uploadSpools(join(spoolDir, 'incoming'))
  const files = contentFiles(config)
  const rows = leases && soundRows({ sequelize, settled: files, leases })
  const audio = await openAudioStore({ audioDir, vault, log, files, ...rows })
  const pauseAfter = config.recordingMaxHours * HOUR_MS
  // The plugin pauses at the limit; what was on its way then is still taken.
  const limits = { maxDurationMs: pauseAfter + MINUTE_MS }
  const recordings = recorder({
    consultations,
    listener,
    requireRoom,
    requireQuota: deps.requireQuota,
    requireOpen: deps.requireOpen,
    now,
    log,
    recordings: recordingRepository(sequelize, { fence: leases?.fence }),
    ...(leases && { leases }),
    store: meteredAudio(audio, metrics),
    refuseWhileHeld: refuseWhileHeld(heldConsultations(sequelize)),
    consentFirst: !config.consentLater,
    limits,
  })
  const routers: ApiMount[] = [
    {
      router: recordingRoutes({
        openConsultation,
        newId,
        transcript: deps.transcript,
        recorder: recordings,
        shareOf: deps.shareOf,
        decodeAudio: audioDecoder({ childUrl: platform.built('decode-child.js'), log, limits }),
        async openSpool() {
          requireRoom?.()
          return openSpool()
        },
        uploads: { maxBytes: config.audioUploadMaxMiB * BYTES_PER_MIB },
        erasedConsultationOf: erasedRecordings(sequelize),
      }),
      body: 'stream',
      limits: 'audio',
    },
    { router: soundClipRoutes({ openConsultation, clips: soundClips({ recorder: recordings }) }) },
  ]
  return {
    recordings,
    /** For the plugin, in ms. */
    limits: { warnAfter: config.recordingWarnHours * HOUR_MS, pauseAfter },
    routers,
    descriptions: [...recordingDescriptions, ...soundClipDescriptions],
    chores: [
      {
        name: 'abandoned-recordings',
        everyMs: HOUR_MS,
        byOne: true,
        run: () => recordings.endAbandoned(),
      },
    ],
    emptyJournal: audio.emptyJournal,
    close: audio.close,
  }
}
