/**
 * The legacy iframe's messages (spec §6, SPEC-GAPS 1.9), in both directions: `{ eventName,
 * eventTimestamp, eventData }` through `postMessage`. Types only; `eventTimestamp` is epoch
 * milliseconds.
 */
import type { DocumentContent } from './api.ts'
import type { ConsultationType, TranscriptionEntry } from './events.ts'

export interface EmbedEnvelope<Name extends string = string, Data = unknown> {
  eventName: Name
  eventTimestamp: number
  eventData: Data
}

export type RecorderCommand = 'startRecording' | 'stopRecording' | 'resetRecording'
export type OutputStyle = 'structured' | 'markdown' | 'html'

export interface EmbedFailure {
  code: string
  message: string
}

export interface RecorderReport {
  status: 'idle' | 'recording' | 'paused' | 'error'
  elapsedSeconds: number
  /** `MMm SSs` */
  timer: string
  /** The host's own. */
  consultationId: string
  error: EmbedFailure | null
}

export type GenerateReport =
  | {
      document: {
        id: string
        clinicalType: string
        output_style: OutputStyle
        /** An object for `structured`, text for the others. */
        content: DocumentContent | string
        created_at: string
      }
    }
  | { error: EmbedFailure }

export type EmbedNotification = { consultationId: string } & (
  | { type: 'CONSULTATION_STARTED'; started_at: string; consultation_type: ConsultationType }
  | {
      type: 'CONSULTATION_COMPLETED'
      finished_at: string
      duration_seconds: number
      document_ids: string[]
      /** Markdown of the newest document; null when none was written yet. */
      summary: string | null
    }
  | { type: 'DOCUMENT_GENERATED'; document_id: string; clinicalType: string; created_at: string }
  | { type: 'TRANSCRIPTION_UPDATE'; start_time: string; text: string; final: boolean }
)

export type EmbedErrorCode = 'UNKNOWN_COMMAND' | 'INVALID_PAYLOAD' | 'NOT_READY'

/** What the frame says to its host. */
export interface EmbedMessages {
  /** The frame is there. With `tokenNeeded` the host answers with `svc.plugin.embed.token`. */
  'svc.plugin.embed.ready': { version: string; tokenNeeded: boolean }
  /** The token has run out; the host has 10 seconds to send another. */
  'svc.plugin.embed.tokenNeeded': undefined
  'svc.plugin.recorder': RecorderReport
  'svc.plugin.sequenceUpload': {
    sequence: number
    start_time: string
    text: string
    final: boolean
  }
  'svc.plugin.fullTranscription': {
    transcriptions: TranscriptionEntry[]
    text: string
    complete: boolean
  }
  'svc.plugin.generate': GenerateReport
  'svc.plugin.notification': EmbedNotification
  /** The same notifications under their own names, as the contract lists them. */
  CONSULTATION_STARTED: EmbedNotification
  CONSULTATION_COMPLETED: EmbedNotification
  DOCUMENT_GENERATED: EmbedNotification
  TRANSCRIPTION_UPDATE: EmbedNotification
  'svc.plugin.error': { code: EmbedErrorCode; message: string; command?: string; reason?: string }
  /** Something in the address was not understood; what counts instead is in `message`. */
  'svc.plugin.warning': { code: string; message: string }
  'svc.plugin.error.auth': { message: string }
}

/** `POST /embed/session` */
export interface EmbedSessionBody {
  /** Where the frame has its credential from. */
  source: 'query' | 'message'
  /** A token of the host's; absent when an auth token travels in `x-svc-token`. */
  bearer_token?: string
  consultation_id: string
  doctor_id: string
  patient_id: string
  /** Of the page around the frame; null while the browser does not tell. */
  host_origin: string | null
}

export interface EmbedSession {
  /** What the frame uses from here on. */
  token: string
  expires_at: string
}
