/**
 * The real recording side over a data folder: database, vault, audio store, recorder. Nothing in it
 * is faked.
 */
import { join } from 'node:path'
import { consultationFeed } from '../../core/consultation/feed.ts'
import type { SpeechStatus } from '../../core/contract/api.ts'
import type { TranscriptionStatus } from '../../core/contract/channel.ts'
import type { Log } from '../../core/log.ts'
import type { RecordingListener } from '../../core/recording/ports.ts'
import { type Recorder, recorder } from '../../core/recording/recorder.ts'
import type { RecorderLimits } from '../../core/recording/recorder-deps.ts'
import type { AudioStore } from '../../core/recording/storage.ts'
import { refuseWhileHeld } from '../../core/vault/hold.ts'
import { openAudioStore } from '../../models/audio/audio-store.ts'
import type { AudioFiles } from '../../models/audio/files.ts'
import { consultationStore } from '../../models/consultation/consultations.ts'
import type { Database } from '../../models/database/database.ts'
import { recordingRepository } from '../../models/recording/repository.ts'
import { heldConsultations } from '../../models/retention/holds.ts'
import { blindIndex } from '../../models/vault/blind-index.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { openMasterKey } from './open-master-key.ts'

export interface RecordingWorldOptions {
  dataDir: string
  database: Database
  now: () => Date
  log: Log
  listener?: Partial<RecordingListener>
  files?: AudioFiles
  limits?: Partial<RecorderLimits>
}

export interface RecordingWorld {
  audioDir: string
  recorder: Recorder
  store: AudioStore
  feed: ReturnType<typeof consultationFeed>
}

export async function openRecordingWorld(options: RecordingWorldOptions): Promise<RecordingWorld> {
  const { dataDir, database, now, log, listener, files, limits } = options
  const { sequelize } = database
  const audioDir = join(dataDir, 'audio')
  const sealer = await openMasterKey(join(dataDir, 'keys'))
  const vault = consultationVault({ sequelize, sealer, now })
  const store = await openAudioStore({ audioDir, vault, log, ...(files && { files }) })
  const recordings = recorder({
    recordings: recordingRepository(sequelize),
    store,
    consultations: consultationStore({
      sequelize,
      vault,
      index: blindIndex({ sequelize, sealer, now }),
    }),
    listener: {
      onAudio() {},
      onPaused() {},
      onFinished() {},
      onRemoved: async () => {},
      ...listener,
    },
    refuseWhileHeld: refuseWhileHeld(heldConsultations(sequelize)),
    now,
    log,
    ...(limits && { limits }),
  })
  const feed = consultationFeed(() => {})
  return { audioDir, recorder: recordings, store, feed }
}

/** What a channel says of speech where there is none. */
export const withoutSpeech = {
  transcriptionStatus: async (): Promise<TranscriptionStatus> => ({
    state: 'waiting',
    progress: null,
    behind_ms: 0,
    reason: null,
  }),
  speechStatus: (): SpeechStatus => ({
    state: 'unavailable',
    engine: null,
    model: null,
    message: null,
  }),
}
