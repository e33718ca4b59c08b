import { z } from 'zod'
import type { RecordingState, RecordingStatement } from '../../../core/contract/channel.ts'
import { InputUseInfo } from '../../../core/contract/input-use.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { NotUnderstoodSpeech } from '../transcriptions/routes.ts'

const Positions = z.array(
  z.object({ channel: z.int(), next_sequence: z.int(), next_offset: z.int() }),
)
const State = describing<RecordingState>()(
  z.object({
    recording_id: z.uuid(),
    state: z.enum(['recording', 'paused', 'finished']),
    channels: Positions,
  }),
)
const Statement = describing<RecordingStatement>()(
  z.object({
    recording_id: z.uuid(),
    complete: z.boolean(),
    channels: z.array(
      z.object({
        channel: z.int(),
        held_samples: z.int(),
        held_ms: z.int(),
        gaps: z.array(z.object({ from_ms: z.int(), to_ms: z.int() })),
        sha256: z.string(),
        matches: z.boolean(),
        lost_ms: z.int(),
        silent: z.literal(true).optional(),
      }),
    ),
  }),
)
const Recording = State.extend({
  statement: Statement.nullable(),
  /** How much of its sound was used; null until it ended. */
  use: InputUseInfo.nullable(),
  /** Null until it is transcribed. */
  not_understood: NotUnderstoodSpeech.nullable(),
})
const Imported = z.object({
  recording_id: z.uuid(),
  format: z.string(),
  duration_ms: z.int(),
  statement: Statement,
  /** As the decoder found it; `GET /recordings/{rid}` has what was made of it later. */
  use: InputUseInfo,
  /** One for each part of `use` that is open. */
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
})

const SOUND_REFUSED = [
  'consent_refused',
  'consent_required',
  'sound_quota_exceeded',
  'storage_full',
  'draining',
  'storage_failed',
]
const common = { tag: 'recording', security: 'bearer' } as const

const RecordingId = z.uuid()
const Params = z.object({ id: z.string() })
const RecordingParams = z.object({ rid: RecordingId })

/**
 * `POST /api/v1/ehrs/{id}/recordings`. The id may be chosen by the client, so that a lost answer
 * can be asked for again.
 */
export const StartRecording = z
  .object({
    params: Params,
    body: z.strictObject({
      recording_id: RecordingId.optional(),
      channels: z.int().min(1).max(2).default(1),
    }),
  })
  .transform(({ params, body }) => ({
    ehrId: params.id,
    recordingId: body.recording_id,
    channels: body.channels,
  }))

export const GetRecording = z
  .object({ params: RecordingParams })
  .transform(({ params }) => ({ recordingId: params.rid }))

/** `POST /api/v1/recordings/{rid}/complete` */
export const CompleteRecording = z
  .object({
    params: RecordingParams,
    body: z.strictObject({
      accept_gaps: z.boolean().default(false),
      channels: z
        .array(
          z.strictObject({
            channel: z.int().min(0).max(1),
            last_sequence: z.int().min(-1),
            samples: z.int().min(0),
            sha256: z.string().regex(/^[0-9a-f]{64}$/),
            lost_ms: z.int().min(0).optional(),
          }),
        )
        .min(1)
        .max(2),
    }),
  })
  .transform(({ params, body }) => ({
    recordingId: params.rid,
    acceptGaps: body.accept_gaps,
    claims: body.channels.map(({ channel, last_sequence, samples, sha256, lost_ms }) => ({
      channel,
      lastSequence: last_sequence,
      samples,
      sha256,
      lostMs: lost_ms,
    })),
  }))

/**
 * `POST /api/v1/ehrs/{id}/audio?channels=2&recording_id=…`. The id may be chosen by the client, so
 * that a file whose answer was lost can be sent again and is heard once. With `channels=2` the
 * file's two channels stay apart: first the microphone, then the remote side. Otherwise the file is
 * one sound, whatever its channels.
 */
export const UploadAudio = z
  .object({
    params: Params,
    query: z.object({
      recording_id: RecordingId.optional(),
      channels: z.enum(['1', '2']).default('1'),
    }),
  })
  .transform(({ params, query }) => ({
    ehrId: params.id,
    recordingId: query.recording_id,
    channels: query.channels === '2' ? (2 as const) : (1 as const),
  }))

/** Recording without a WebSocket, and finished audio files. */
export const recordingDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/ehrs/{id}/recordings',
    summary: 'Start a recording; the client may choose its id, to ask again after a lost answer',
    ...common,
    input: StartRecording,
    responses: { 201: { description: 'It takes frames', schema: Recording } },
    errors: ['not_found', 'consultation_canceled', 'recording_conflict', ...SOUND_REFUSED],
  },
  {
    method: 'get',
    path: '/api/v1/recordings/{rid}',
    summary:
      'What is held of a recording; the statement once it has ended, and once it is transcribed how much of it was not understood',
    ...common,
    input: GetRecording,
    responses: { 200: { description: 'Where each channel goes on', schema: Recording } },
    errors: ['not_found'],
  },
  {
    method: 'delete',
    path: '/api/v1/recordings/{rid}',
    summary: 'Erase a recording with its sound',
    ...common,
    input: GetRecording,
    responses: { 204: { description: 'Gone' } },
    errors: ['not_found', 'legal_hold'],
  },
  {
    method: 'put',
    path: '/api/v1/recordings/{rid}/frames',
    summary:
      'Frames as on the channel, one after the other, 4 MiB at most; answered when on the disk',
    ...common,
    input: GetRecording,
    requestType: 'application/octet-stream',
    responses: {
      200: {
        description: 'Everything before these positions is held',
        schema: z.object({ recording_id: z.uuid(), channels: Positions }),
      },
    },
    errors: [
      'not_found',
      'frame_invalid',
      'frame_conflict',
      'frames_missing',
      'recording_finished',
      'recording_too_long',
      ...SOUND_REFUSED,
    ],
  },
  {
    method: 'post',
    path: '/api/v1/recordings/{rid}/complete',
    summary: 'End a recording: what was sent is compared with what is held',
    ...common,
    input: CompleteRecording,
    responses: { 200: { description: 'The statement', schema: Statement } },
    errors: ['not_found', 'frames_missing'],
  },
  {
    method: 'post',
    path: '/api/v1/ehrs/{id}/audio',
    summary:
      'A finished audio file as the body; with channels=2 the second is the remote side; sent again under the same recording_id it is heard once',
    ...common,
    input: UploadAudio,
    requestType: 'application/octet-stream',
    responses: { 201: { description: 'It is held, and will be transcribed', schema: Imported } },
    errors: [
      'not_found',
      'recording_in_progress',
      'recording_conflict',
      'consultation_canceled',
      'audio_unsupported',
      'audio_empty',
      'audio_invalid',
      'audio_too_large',
      'audio_too_long',
      ...SOUND_REFUSED,
    ],
  },
]
