/** Stretches where a voice was heard whose words could not be recognized (`NOT_UNDERSTOOD`). */
import type { NotUnderstood } from '../contract/api.ts'
import { isNotUnderstood, type TranscriptSegment } from './ports.ts'

/** The segments that hold words: a document rests on nothing else. */
export function understoodSegments<Segment extends Pick<TranscriptSegment, 'text'>>(
  segments: readonly Segment[],
): Segment[] {
  return segments.filter((segment) => !isNotUnderstood(segment))
}

export function countNotUnderstood(
  segments: readonly Pick<TranscriptSegment, 'text' | 'startMs' | 'endMs'>[],
): NotUnderstood {
  const marks = segments.filter(isNotUnderstood)
  return {
    segments: marks.length,
    duration_ms: marks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  }
}
