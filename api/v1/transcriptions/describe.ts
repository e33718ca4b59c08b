import type { RouteDescription } from '../../describe-route.ts'
import { CorrectSegment, GetTranscript, SegmentBody, TranscriptAnswer } from './schema.ts'

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
