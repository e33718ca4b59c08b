import type { Segment } from '../contract/api.ts'
import { normalizeText } from './normalize/normalize-text.ts'
import type { HeardWord, TranscriptSegment } from './ports.ts'
import { startTime } from './start-time.ts'

/** A segment as it goes over the wire: HTTP and channel alike. */
export function presentSegment(segment: TranscriptSegment): Segment {
  const { id, sequence, startMs, endMs, text, channel, speaker, confidence, final } = segment
  const { earlier = [], words = [], speakerGuess } = segment
  return {
    id,
    sequence,
    start_ms: startMs,
    end_ms: endMs,
    start_time: startTime(startMs),
    text,
    channel,
    speaker,
    ...(speaker === null && speakerGuess ? { speaker_guess: speakerGuess } : {}),
    confidence,
    ...(words.length > 0 && !isCorrected(segment) ? { words: words.map(presentWord) } : {}),
    ...presentNormalized(text),
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

function presentWord({ from, to, startMs, endMs, confidence }: HeardWord) {
  return { from, to, start_ms: startMs, end_ms: endMs, confidence }
}

function presentNormalized(raw: string): Pick<Segment, 'normalized'> {
  const { text, parts } = normalizeText(raw)
  if (parts.length === 0) return {}
  return {
    normalized: {
      text,
      parts: parts.map(({ from, to, rawFrom, rawTo }) => ({
        ...{ from, to, raw_from: rawFrom, raw_to: rawTo },
      })),
    },
  }
}
