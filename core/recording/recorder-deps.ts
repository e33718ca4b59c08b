import type { RequireOpen } from '../drain/drain.ts'
import type { Log } from '../log.ts'
import type { RequireQuota, RequireRoom } from '../storage-room.ts'
import type { RefuseWhileHeld } from '../vault/hold.ts'
import type { RecordingListener } from './ports.ts'
import type { AudioStore, RecordingConsultations, RecordingRepository } from './storage.ts'

/**
 * Which server writes a recording, where several share one database. A recording is one server's at
 * a time: taking it gives a token that is greater than all before, and whatever was sent under an
 * earlier one is refused where it is written. So it may be taken from a server that hangs as from
 * one that is dead, and no clock has to be right.
 */
export interface RecordingLeases {
  /** As far as this process knows; a write finds out. */
  holds(recordingId: string): boolean
  /** From here on this server writes it. For who was just asked to by its client. */
  take(recordingId: string): Promise<void>
  /** Whether no server that lives has it. */
  isFree(recordingId: string): Promise<boolean>
  /** Another server took it: nothing more is written here. */
  onLost(listener: (recordingId: string) => Promise<void> | void): void
}

/** One server: every recording is its own. */
export const soleLeases: RecordingLeases = {
  holds: () => true,
  take: async () => {},
  isFree: async () => true,
  onLost() {},
}

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
