import type { Authenticate } from '../../core/access/principal.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import type { Refusals } from '../../core/audit/refusals.ts'
import type { OpenConsultation } from '../../core/consultation/consultation.ts'
import type { ConsultationFeed } from '../../core/consultation/feed.ts'
import type { Segment, SpeechStatus } from '../../core/contract/api.ts'
import type { TranscriptionStatus } from '../../core/contract/channel.ts'
import type { Log } from '../../core/log.ts'
import type { Recorder } from '../../core/recording/recorder.ts'
import type { RefuseSocket } from '../refuse-socket.ts'
import type { StrangerLimits } from './callers.ts'
import type { PaceLimits } from './pace.ts'
import type { TurnLimits } from './turns.ts'

export interface ChannelDeps {
  /** Answers an upgrade that does not come about. */
  refuse: RefuseSocket
  authenticate: Authenticate
  openConsultation: OpenConsultation
  /**
   * `host`: of the request; our own pages are always allowed. Not asked for programs, which send no
   * origin.
   */
  isOriginAllowed(page: {
    organizationId: string
    deviceId: string | null
    origin: string
    host: string | undefined
  }): Promise<boolean>
  recorder: Recorder
  /** Another server goes on with a recording; absent: one serves. */
  onRecordingLost?: ((listener: (recordingId: string) => void) => void) | undefined
  feed: ConsultationFeed
  /** The transcript so far, as on the wire. */
  segments(consultationId: string): Promise<Segment[]>
  transcriptionStatus(consultationId: string): Promise<TranscriptionStatus>
  speechStatus(): SpeechStatus
  /** Nothing is on record without it. */
  audit?: { trail: AuditTrail; refusals: Refusals; newId: () => string }
  now: () => Date
  log: Log
  /** How many reverse proxies stand before us; none unless said (api/client-address.ts). */
  trustedProxies?: number
  limits?: Partial<ChannelLimits>
}

export interface ChannelLimits {
  /** That said who they are. */
  maxConnections: number
  maxOfOneToken: number
  strangers: StrangerLimits
  turns: TurnLimits
  /**
   * Of one connection, and of all of a token together; one JSON message counts as
   * `JSON_MESSAGE_BYTES`.
   */
  pace: PaceLimits
  tokenPace: PaceLimits
  /** Between the connection and a good `hello`. */
  helloWithinMs: number
  /** A peer that answers nothing for two of these is gone. */
  heartbeatMs: number
  /** Received and not on the disk yet, for one connection. */
  maxPendingBytes: number
  /** Sent and not taken by the peer, for one connection. */
  maxUnsentBytes: number
  /** How often a token is looked at again. */
  recheckTokenMs: number
  /** How long the sound of a running recording is still taken after its token expired. */
  expiredGraceMs: number
}

export const DEFAULT_LIMITS: ChannelLimits = {
  maxConnections: 1000,
  maxOfOneToken: 100,
  strangers: { most: 1000, mostOfOneAddress: 500 },
  turns: { atOnce: 2, patienceMs: 8000, longestRestMs: 100 },
  // Sound in real time is 32 kB a second and channel; an hour of it that waited comes in within a
  // minute.
  pace: { bytesPerSecond: 2 << 20, burstBytes: 16 << 20 },
  tokenPace: { bytesPerSecond: 8 << 20, burstBytes: 32 << 20 },
  helloWithinMs: 10_000,
  heartbeatMs: 15_000,
  maxPendingBytes: 4 << 20,
  maxUnsentBytes: 8 << 20,
  recheckTokenMs: 5000,
  expiredGraceMs: 15 * 60_000,
}
