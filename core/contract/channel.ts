/**
 * The JSON messages of the recording channel: WebSocket `GET /api/v1/channel`, subprotocol `svc.v1`
 * (DESIGN §5.1). Audio travels in binary frames (frames.ts). The token is the first message's, or
 * the second subprotocol's as `bearer.<token>`; never the URL's.
 *
 * A channel belongs to one consultation, and its frames to the recording it last started or
 * resumed. Positions are per channel of the recording: `next_sequence` and `next_offset` (samples)
 * are what the server expects next. Duplicates are harmless; a jump in the sequence is answered
 * with `recording.gap`, and the client sends again from there. The expected sequence at a later
 * offset says that the sound between is lost for good. A connection may be replaced at any time:
 * `recording.resume` says where to go on, and the newest connection of a recording closes the older
 * one with 4409 `taken_over`.
 *
 * A consultation has one open recording: starting another ends the one before. Frames for a
 * recording that has ended get the error `recording_finished`; they go to the server as a finished
 * file (`POST /api/v1/ehrs/{id}/audio`). `token_expired` during a recording is a warning: sound is
 * still taken for 15 minutes, and a `hello` with a new token on the same connection is answered
 * with another `welcome`.
 *
 * While the service drains, what a visit began before goes on; a consultation without recordings
 * gets the error `draining` behind its `welcome`, and so does each start that is refused.
 *
 * The server closes with 4400 (not a message of this contract), 4401 (token), 4403 (origin,
 * organization), 4404 (consultation), 4409 (taken over), 1009 (too big), 1011 (a fault of the
 * server), 1012 (shutting down), 1013 (try later).
 */
import { z } from 'zod'
import type { ErrorBody, NotUnderstood, Segment, SpeechStatus } from './api.ts'
import type { FileInfo } from './files.ts'

const RecordingId = z.uuid()
const Channel = z.int().min(0).max(1)

const Hello = z.object({
  type: z.literal('hello'),
  ehr_id: z.string().min(1).max(64),
  token: z.string().min(1).optional(),
  /** Who acts, where the token names no doctor. */
  doctor_id: z.string().min(1).max(255).optional(),
})
/** The client chooses the id, so that a start whose answer was lost can be repeated. */
const RecordingStart = z.object({
  type: z.literal('recording.start'),
  recording_id: RecordingId,
  channels: z.int().min(1).max(2),
})
const RecordingPause = z.object({ type: z.literal('recording.pause'), recording_id: RecordingId })
const RecordingResume = z.object({ type: z.literal('recording.resume'), recording_id: RecordingId })
const RecordingFinish = z.object({
  type: z.literal('recording.finish'),
  recording_id: RecordingId,
  /**
   * The client no longer has what the server may ask for: finish with what is held, and state the
   * gaps.
   */
  accept_gaps: z.boolean().optional(),
  channels: z
    .array(
      z.object({
        channel: Channel,
        /** -1 when the channel sent nothing. */
        last_sequence: z.int().min(-1),
        samples: z.int().min(0),
        /** Over the little-endian PCM16 bytes of the whole channel, hex. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        /** As in `recording.lost`. */
        lost_ms: z.int().min(0).optional(),
      }),
    )
    .min(1)
    .max(2),
})
/**
 * Sound that the client lost before it could capture it (a computer busier than it can bear, a
 * closed lid), in ms since the recording's start. Told while it runs, so that a client that never
 * comes back has said it; the largest number counts.
 */
const RecordingLost = z.object({
  type: z.literal('recording.lost'),
  recording_id: RecordingId,
  channels: z
    .array(z.object({ channel: Channel, lost_ms: z.int().min(0) }))
    .min(1)
    .max(2),
})
const Ping = z.object({ type: z.literal('ping') })

export const ClientMessage = z.discriminatedUnion('type', [
  Hello,
  RecordingStart,
  RecordingPause,
  RecordingResume,
  RecordingFinish,
  RecordingLost,
  Ping,
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** Where one channel of a recording stands on disk. */
export interface ChannelPosition {
  channel: number
  next_sequence: number
  next_offset: number
}

export interface RecordingState {
  recording_id: string
  state: 'recording' | 'paused' | 'finished'
  channels: ChannelPosition[]
}

/** What is held, when a recording ends (DESIGN §5.1). */
export interface RecordingStatement {
  recording_id: string
  /** True when nothing of what was captured is missing and every digest agrees. */
  complete: boolean
  channels: {
    channel: number
    held_samples: number
    held_ms: number
    gaps: { from_ms: number; to_ms: number }[]
    sha256: string
    matches: boolean
    /**
     * What the client says it never captured; no part of `gaps`, since nothing stands in its place.
     */
    lost_ms: number
    /** It never had a sound: a microphone that is muted, or a cable. Left out where it had. */
    silent?: true | undefined
  }[]
}

/**
 * Live → final; `behind_ms` is the speech heard but not yet transcribed. All work is done in
 * `complete` and in `incomplete`, where a voice was heard whose words could not be recognized (a
 * person who writes them completes it), or a recording gave no speech at all.
 */
export interface TranscriptionStatus {
  state:
    | 'idle'
    | 'listening'
    | 'transcribing'
    | 'finishing'
    | 'complete'
    | 'incomplete'
    | 'failed'
    | 'waiting'
  /** 0 to 1 in `finishing`, else null. */
  progress: number | null
  behind_ms: number
  /** Set in `failed` and `waiting` (the engine is not there yet). */
  reason: { error: string; message: string } | null
  /** Set in `incomplete`. */
  not_understood?: NotUnderstood | undefined
  /** Set in `incomplete`: recordings that have sound, and in which no speech was recognized. */
  without_speech?: number | undefined
}

export type ServerMessage =
  /** First answer: everything needed to draw the workspace again after a reload. */
  | {
      type: 'welcome'
      ehr_id: string
      recordings: RecordingState[]
      segments: Segment[]
      transcription: TranscriptionStatus
      speech: SpeechStatus
    }
  /** Answer to start and resume. */
  | ({ type: 'recording.ready' } & RecordingState)
  | { type: 'recording.paused'; recording_id: string }
  /** Everything before these positions is on disk. */
  | ({ type: 'recording.ack'; recording_id: string } & ChannelPosition)
  /** Frames are missing: send again from `next_sequence`. */
  | ({ type: 'recording.gap'; recording_id: string } & ChannelPosition)
  | ({ type: 'recording.statement' } & RecordingStatement)
  /** New or changed segments, by id. */
  | { type: 'transcription.segments'; segments: Segment[] }
  /** The final pass: this is the whole transcript, in order, instead of the live one. */
  | { type: 'transcription.replaced'; segments: Segment[] }
  | ({ type: 'transcription.status' } & TranscriptionStatus)
  | ({ type: 'speech.status' } & SpeechStatus)
  /** A file of the consultation is further, or failed. */
  | { type: 'file.changed'; file: FileInfo }
  | { type: 'file.removed'; file_id: string }
  | ({ type: 'error' } & ErrorBody)
  | { type: 'pong' }
