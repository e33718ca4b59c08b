/**
 * When words of a segment were said: what the recognizer told of them, else by their place in the
 * text.
 */
import type { TranscriptSegment } from '../../transcription/ports.ts'
import { alignWords, type PlacedWord, readWords } from '../../transcription/words.ts'

interface Stretch {
  from: number
  to: number
  startMs: number
  endMs: number
}

/**
 * Of the characters [start, end) of the segment's text, in ms of the recorded timeline, never
 * outside the segment. Word times belong to what was recognized: after a correction the words that
 * stayed keep theirs, one in the place of another takes its time, and one that was added lies
 * between its neighbours. Without word times the time is interpolated, since people speak about
 * evenly within a sentence.
 */
export function timeOfWords(
  segment: TranscriptSegment,
  start: number,
  end: number,
): { start_ms: number; end_ms: number } {
  const { startMs, endMs, text } = segment
  const within = (ms: number) => Math.min(endMs, Math.max(startMs, Math.round(ms)))
  const spoken = timedWords(segment).filter(({ from, to }) => from < end && to > start)
  const [first, last] = [spoken[0], spoken.at(-1)]
  if (first && last) return { start_ms: within(first.startMs), end_ms: within(last.endMs) }
  const msPerChar = (endMs - startMs) / Math.max(1, text.length)
  return {
    start_ms: within(startMs + start * msPerChar),
    end_ms: within(startMs + end * msPerChar),
  }
}

/** None where the recognizer told of none. */
function timedWords({ startMs, endMs, text, words, earlier }: TranscriptSegment): Stretch[] {
  const heard = earlier?.[0]?.text ?? text
  if (!words || words.length === 0) return []
  if (heard === text) return words
  const said = readWords([{ text: heard, startMs, endMs, words }])
  const written = readWords([{ text, startMs, endMs }])
  const partners = alignWords(said, written)
  return written.map(({ from, to }, at) => {
    const partner = said[partners[at] ?? -1]
    const time = partner ?? between(said, partners, at, { startMs, endMs })
    return { from, to, startMs: time.startMs, endMs: time.endMs }
  })
}

/** From the end of the last word before it that was heard to the beginning of the next. */
function between(
  said: readonly PlacedWord[],
  partners: readonly (number | undefined)[],
  at: number,
  whole: { startMs: number; endMs: number },
) {
  const isHeard = (partner: number | undefined) => partner !== undefined
  const before = said[partners.slice(0, at).findLast(isHeard) ?? -1]
  const after = said[partners.slice(at + 1).find(isHeard) ?? -1]
  const startMs = before?.endMs ?? whole.startMs
  return { startMs, endMs: Math.max(startMs, after?.startMs ?? whole.endMs) }
}
