import { z } from 'zod'
import type { NotUnderstood, Segment, TranscriptBody } from '../../../core/contract/api.ts'
import { longestSegment } from '../../../core/transcription/correct-segment.ts'
import { ClinicalText } from '../../clinical-text.ts'
import { describing } from '../../describing.ts'

const Id = z.string().min(1).max(64)

export const GetTranscript = z
  .object({ params: z.object({ id: Id }) })
  .transform(({ params }) => params.id)

const Words = ClinicalText.max(longestSegment)
const Speaker = z.enum(['doctor', 'patient', 'companion'])

/**
 * `PATCH /api/v1/ehrs/{id}/transcriptions/{segment_id}`: misspelt fields are refused, or a doctor
 * would believe them saved.
 */
export const CorrectSegment = z
  .object({
    params: z.object({ id: Id, segmentId: Id }),
    body: z
      .strictObject({
        text: Words.optional(),
        was: Words.optional(),
        speaker: Speaker.nullable().optional(),
      })
      .refine(({ text, speaker }) => text !== undefined || speaker !== undefined),
  })
  .transform(({ params, body }) => ({ ehrId: params.id, segmentId: params.segmentId, patch: body }))

/** The answers, for the description of the interface. */
export const SegmentBody = describing<Segment>()(
  z.object({
    id: z.uuid(),
    sequence: z.int(),
    start_ms: z.int(),
    end_ms: z.int(),
    start_time: z.string(),
    text: z.string(),
    channel: z.enum(['mic', 'remote']),
    speaker: Speaker.nullable(),
    speaker_guess: Speaker.optional(),
    confidence: z.number().nullable(),
    words: z
      .array(
        z.object({
          from: z.int(),
          to: z.int(),
          start_ms: z.int(),
          end_ms: z.int(),
          confidence: z.number().nullable(),
          heard: z.string().optional(),
          offered: z.string().optional(),
        }),
      )
      .optional(),
    normalized: z
      .object({
        text: z.string(),
        parts: z.array(
          z.object({ from: z.int(), to: z.int(), raw_from: z.int(), raw_to: z.int() }),
        ),
      })
      .optional(),
    final: z.boolean(),
    edited: z.literal(true).optional(),
    not_understood: z.literal(true).optional(),
    too_soft: z.literal(true).optional(),
    earlier: z.array(z.object({ text: z.string(), until: z.iso.datetime() })).optional(),
  }),
)

export const NotUnderstoodSpeech = describing<NotUnderstood>()(
  z.object({
    segments: z.int(),
    duration_ms: z.int(),
  }),
)

export const TranscriptAnswer = describing<TranscriptBody>()(
  z.object({
    transcriptions: z.array(SegmentBody),
    finished: z.boolean(),
    complete: z.boolean(),
    not_understood: NotUnderstoodSpeech,
    without_speech: z.int(),
  }),
)
