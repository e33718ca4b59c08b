/**
 * Who may be speaking, where one microphone hears everybody, as people see it beside a transcript:
 * the same reading of the talk that the rules write documents by
 * (`core/document/pieces/voices.ts`), segment by segment. A segment in which both are heard, or one
 * of a whole talk in which only one of them is, gets no guess.
 *
 * It is a guess and is marked as one: it is not stored, and what a person or a channel says goes
 * before it.
 */
import type { Speaker } from '../contract/api.ts'
import { readStatements } from '../document/pieces/statements.ts'
import { voicesOf } from '../document/pieces/voices.ts'
import { isNotUnderstood, type TranscriptSegment } from './ports.ts'

/** Log-odds below which nothing is said: four of five by its own count. */
const SURE_ENOUGH = 1.5

/**
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
