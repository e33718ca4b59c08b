import Router from '@koa/router'
import { z } from 'zod'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { TranscriptBody } from '../../../core/contract/api.ts'
import { presentSegment } from '../../../core/transcription/present-segment.ts'
import type { TranscriptionService } from '../../../core/transcription/transcription-service.ts'
import { principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'

interface TranscriptionRoutesDeps {
  openConsultation: OpenConsultation
  transcript: TranscriptionService['transcript']
}

const GetTranscript = z.object({ params: z.object({ id: z.string().min(1).max(64) }) })

/** `GET /api/v1/ehrs/{id}/transcriptions`: everything so far, in order of time, and whether it is final (SPEC-GAPS 1.7). */
export function transcriptionRoutes({
  openConsultation,
  transcript,
}: TranscriptionRoutesDeps): Router {
  return new Router().get('/ehrs/:id/transcriptions', async (ctx) => {
    const { params } = readInput(GetTranscript, ctx)
    const consultation = await openConsultation(principalOf(ctx), params.id)
    const { segments, complete } = await transcript(consultation.id)
    const body: TranscriptBody = { transcriptions: segments.map(presentSegment), complete }
    ctx.body = body
  })
}
