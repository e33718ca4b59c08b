import type { Segment } from '../contract/api.ts'
import type { TranscriptSegment } from './ports.ts'
import { startTime } from './start-time.ts'

/** A segment as it goes over the wire: HTTP and channel alike. */
export function presentSegment(segment: TranscriptSegment): Segment {
  const { id, sequence, startMs, endMs, text, channel, speaker, confidence, final } = segment
  const { earlier = [] } = segment
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
    ...(isCorrected(segment) ? { edited: true } : {}),
    ...(earlier.length > 0
      ? { earlier: earlier.map(({ text, until }) => ({ text, until: until.toISOString() })) }
      : {}),
  }
}

/** Other words than the recognizer's: those taken back are not. */
export function isCorrected({ text, earlier }: Pick<TranscriptSegment, 'text' | 'earlier'>) {
  return earlier?.[0] !== undefined && earlier[0].text !== text
}
