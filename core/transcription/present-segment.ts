import type { Segment, SegmentWord, Speaker } from '../contract/api.ts'
import { readStatements } from '../document/pieces/statements.ts'
import { voicesOf } from '../document/pieces/voices.ts'
import { normalizeText } from './normalize/normalize-text.ts'
import { type HeardWord, isNotUnderstood, type TranscriptSegment, VOICE_TOO_SOFT } from './ports.ts'

/** Elapsed recorded time as `MMm SSs`; minutes go on past 59 (spec §2.1). */
export function startTime(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const [mm, ss] = [Math.floor(seconds / 60), seconds % 60].map((n) => String(n).padStart(2, '0'))
  return `${mm}m ${ss}s`
}

/**
 * Segments as they go over the wire, HTTP and channel alike; who may be speaking is guessed from
 * all of them together.
 * @param isPart only what is new of a transcript
 */
export function presentTranscript(
  segments: readonly TranscriptSegment[],
  { isPart = false } = {},
): Segment[] {
  const guesses = guessSpeakers(segments, { isPart })
  return segments.map((segment, index) => presentSegment(segment, guesses[index] ?? null))
}

/**
 * All of a consultation's, as `presentTranscript`: perhaps apart from the thread that acknowledges
 * sound, since it may be many hours.
 * @throws {AppError} `reading_timeout`, `reading_failed`
 */
export type PresentWhole = (
  consultationId: string,
  segments: readonly TranscriptSegment[],
) => Promise<Segment[]>

/** One of them by itself, with no guess unless one is given. */
export function presentSegment(segment: TranscriptSegment, guess: Speaker | null = null): Segment {
  const { id, sequence, startMs, endMs, text, channel, speaker, confidence, final } = segment
  const { earlier = [], words = [] } = segment
  return {
    id,
    sequence,
    start_ms: startMs,
    end_ms: endMs,
    start_time: startTime(startMs),
    text,
    channel,
    speaker,
    ...(speaker === null && guess ? { speaker_guess: guess } : {}),
    confidence,
    ...(words.length > 0 && !isCorrected(segment) ? { words: words.map(presentWord) } : {}),
    ...presentNormalized(text),
    final,
    ...(isCorrected(segment) ? { edited: true } : {}),
    ...(isNotUnderstood(segment) ? { not_understood: true } : {}),
    ...(text === VOICE_TOO_SOFT ? { too_soft: true } : {}),
    ...(earlier.length > 0
      ? { earlier: earlier.map(({ text, until }) => ({ text, until: until.toISOString() })) }
      : {}),
  }
}

/** Other words than the recognizer's: those taken back are not. */
export function isCorrected({ text, earlier }: Pick<TranscriptSegment, 'text' | 'earlier'>) {
  return earlier?.[0] !== undefined && earlier[0].text !== text
}

function presentWord({
  from,
  to,
  startMs,
  endMs,
  confidence,
  heard,
  offered,
}: HeardWord): SegmentWord {
  return {
    from,
    to,
    start_ms: startMs,
    end_ms: endMs,
    confidence,
    ...(heard === undefined ? {} : { heard }),
    ...(offered === undefined ? {} : { offered }),
  }
}

function presentNormalized(raw: string): Pick<Segment, 'normalized'> {
  const { text, parts } = normalizeText(raw)
  if (parts.length === 0) return {}
  return {
    normalized: {
      text,
      parts: parts.map(({ from, to, rawFrom, rawTo }) => ({
        from,
        to,
        raw_from: rawFrom,
        raw_to: rawTo,
      })),
    },
  }
}

/** Log-odds below which nothing is said: four of five by its own count. */
const SURE_ENOUGH = 1.5

/**
 * Who may be speaking, where one microphone hears everybody, as people see it beside a transcript:
 * the same reading of the talk that the rules write documents by
 * (`core/document/pieces/voices.ts`), segment by segment. A segment in which both are heard, or one
 * of a whole talk in which only one of them is, gets no guess.
 *
 * It is a guess and is marked as one: it is not stored, and what a person or a channel says goes
 * before it.
 *
 * One guess per segment, in order of time; null where nobody can tell.
 * @param isPart they are new segments of a talk that holds more: each is judged by its own words
 */
export function guessSpeakers(
  segments: readonly TranscriptSegment[],
  { isPart = false } = {},
): (Speaker | null)[] {
  const understood = segments.filter((segment) => !isNotUnderstood(segment))
  const sources = { contextMarkdown: '', backgroundHistory: null, files: [] }
  const statements = readStatements({ ...sources, segments: understood })
  const roles = voicesOf(statements, SURE_ENOUGH)
  const heard = new Map<string, Set<Speaker | null>>()
  for (const { pieces, index } of statements)
    for (const { segment } of pieces)
      if (segment)
        heard.set(segment.id, (heard.get(segment.id) ?? new Set()).add(roles[index] ?? null))
  // One voice alone has nobody to be told from.
  const isOneVoice = !roles.includes('doctor') || !roles.includes('patient')
  if (isOneVoice && !isPart) return segments.map(() => null)
  return segments.map(({ id }) => {
    const [only = null, ...others] = heard.get(id) ?? []
    return others.length === 0 ? only : null
  })
}
