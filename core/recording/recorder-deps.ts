import type { RequireOpen } from '../drain/drain.ts'
import type { Log } from '../log.ts'
import type { RequireRoom } from '../storage-full.ts'
import type { RequireQuota } from '../storage-quota.ts'
import type { RefuseWhileHeld } from '../vault/hold.ts'
import type { RecordingLeases } from './leases.ts'
import type { RecordingListener } from './ports.ts'
import type { AudioStore, RecordingConsultations, RecordingRepository } from './storage.ts'

export interface RecorderDeps {
  recordings: RecordingRepository
  store: AudioStore
  consultations: RecordingConsultations
  listener: RecordingListener
  /** Where several servers share the recordings; this one's all of them unless given. */
  leases?: RecordingLeases
  refuseWhileHeld: RefuseWhileHeld
  /** Whether the disk takes new sound. */
  requireRoom?: RequireRoom | undefined
  /** Whether the visit and its organization may have more of it: asked when one begins. */
  requireQuota?: RequireQuota | undefined
  /** Whether a visit may begin. */
  requireOpen?: RequireOpen | undefined
  now: () => Date
  log: Log
  limits?: Partial<RecorderLimits>
  /** Nothing is recorded before the patient's answer is written down. */
  consentFirst?: boolean
}

export interface RecorderLimits {
  /** Longest sound of one channel. */
  maxDurationMs: number
  /** Without a sign of life, after which a recording that was left open is ended. */
  abandonedAfterMs: number
  /** An open recording heard of within this time is not ended by an uploaded file. */
  activeForMs: number
}
