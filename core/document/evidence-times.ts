/** When words of a segment were said: what the recognizer told of them, else by their place in the text. */
import type { TranscriptSegment } from '../transcription/ports.ts'

/**
 * Of the characters [start, end) of the segment's text, in ms of the recorded timeline, never outside the segment. Word times
 * belong to what was recognized: once a person changed the text they say nothing of it, and the time is interpolated, since
 * people speak about evenly within a sentence.
 */
export function timeOfWords(
  { startMs, endMs, text, words, earlier }: TranscriptSegment,
  start: number,
  end: number,
): { start_ms: number; end_ms: number } {
  const within = (ms: number) => Math.min(endMs, Math.max(startMs, Math.round(ms)))
  const spoken = earlier?.length
    ? []
    : (words ?? []).filter(({ from, to }) => from < end && to > start)
  const [first, last] = [spoken[0], spoken.at(-1)]
  if (first && last) return { start_ms: within(first.startMs), end_ms: within(last.endMs) }
  const msPerChar = (endMs - startMs) / Math.max(1, text.length)
  return {
    start_ms: within(startMs + start * msPerChar),
    end_ms: within(startMs + end * msPerChar),
  }
}
