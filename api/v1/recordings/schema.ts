import { z } from 'zod'

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
