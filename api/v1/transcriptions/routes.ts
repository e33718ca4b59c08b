import { Router } from '@koa/router'
import { z } from 'zod'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { NotUnderstood, Segment, TranscriptBody } from '../../../core/contract/api.ts'
import { longestSegment } from '../../../core/transcription/correct-segment.ts'
import type { PresentWhole } from '../../../core/transcription/present-segment.ts'
import type { TranscriptionService } from '../../../core/transcription/transcription-service.ts'
import { countNotUnderstood } from '../../../core/transcription/understood-segments.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { ClinicalText } from '../../input-fields.ts'
import { readInput } from '../../read-input.ts'

const Id = z.string().min(1).max(64)

const GetTranscript = z
  .object({ params: z.object({ id: Id }) })
  .transform(({ params }) => params.id)

const Words = ClinicalText.max(longestSegment)
const Speaker = z.enum(['doctor', 'patient', 'companion'])

/**
 * `PATCH /api/v1/ehrs/{id}/transcriptions/{segment_id}`: misspelt fields are refused, or a doctor
 * would believe them saved.
 */
const CorrectSegment = z
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
const SegmentBody = describing<Segment>()(
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

const TranscriptAnswer = describing<TranscriptBody>()(
  z.object({
    transcriptions: z.array(SegmentBody),
    finished: z.boolean(),
    complete: z.boolean(),
    not_understood: NotUnderstoodSpeech,
    without_speech: z.int(),
  }),
)

interface TranscriptionRoutesDeps {
  openConsultation: OpenConsultation
  transcript: TranscriptionService['transcript']
  correctSegment: TranscriptionService['correctSegment']
  present: PresentWhole
}

/** The transcript so far, whether it is final, and corrections of it (SPEC-GAPS 1.7, 2.5). */
export function transcriptionRoutes(deps: TranscriptionRoutesDeps): Router<ApiState> {
  const { openConsultation, transcript, correctSegment } = deps
  return new Router<ApiState>()
    .get('/ehrs/:id/transcriptions', async (ctx) => {
      const ehrId = readInput(GetTranscript, ctx)
      const consultation = await openConsultation(principalOf(ctx), ehrId)
      const { segments, finished, withoutSpeech } = await transcript(consultation.id)
      const not_understood = countNotUnderstood(segments)
      const body: TranscriptBody = {
        transcriptions: await deps.present(consultation.id, segments),
        finished,
        complete: finished && not_understood.segments + withoutSpeech === 0,
        not_understood,
        without_speech: withoutSpeech,
      }
      ctx.body = body
    })
    .patch('/ehrs/:id/transcriptions/:segmentId', async (ctx) => {
      const { ehrId, segmentId, patch } = readInput(CorrectSegment, ctx)
      const principal = principalOf(ctx)
      const consultation = await openConsultation(principal, ehrId)
      ctx.body = await correctSegment(principal, consultation, segmentId, patch)
    })
}

/** The transcript, and what people correct in it. */
export const transcriptDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/transcriptions',
    summary: 'What was said so far, in order of time, corrections included',
    tag: 'consultations',
    security: 'bearer',
    input: GetTranscript,
    responses: { 200: { description: 'The transcript', schema: TranscriptAnswer } },
    errors: ['not_found'],
  },
  {
    method: 'patch',
    path: '/api/v1/ehrs/{id}/transcriptions/{segmentId}',
    summary: 'Correct the words of a segment, or who said them',
    tag: 'consultations',
    security: 'bearer',
    input: CorrectSegment,
    responses: { 200: { description: 'The segment as it is now', schema: SegmentBody } },
    errors: ['not_found', 'segment_changed'],
  },
]
