import { Router } from '@koa/router'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { TranscriptBody } from '../../../core/contract/api.ts'
import type { PresentWhole } from '../../../core/transcription/present-segment.ts'
import type { TranscriptionService } from '../../../core/transcription/transcription-service.ts'
import { countNotUnderstood } from '../../../core/transcription/understood-segments.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { CorrectSegment, GetTranscript } from './schema.ts'

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
