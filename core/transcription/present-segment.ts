import type { Segment } from '../contract/api.ts'
import type { TranscriptSegment } from './ports.ts'
import { startTime } from './start-time.ts'

/** A segment as it goes over the wire: HTTP and channel alike. */
export function presentSegment(segment: TranscriptSegment): Segment {
  const { id, sequence, startMs, endMs, text, channel, speaker, confidence, final } = segment
  return {
    id,
    sequence,
    start_ms: startMs,
    end_ms: endMs,
    start_time: startTime(startMs),
    text,
    channel,
    speaker,
    confidence,
    final,
  }
}
