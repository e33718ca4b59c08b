import type { Segment } from '../../core/contract/api.ts'
import { findMatches, type Match } from './search.ts'

/** A line of the transcript as the doctor reads it. */
export interface ShownLine {
  text: string
  /**
   * Stretches of it that are written otherwise than they were said, in order, each with the words
   * that were said.
   */
  written: readonly WrittenStretch[]
  /**
   * Where a stretch of the words that were said stands in it; one that touches a written stretch
   * gets all of it.
   */
  place(said: Match): Match
}

export interface WrittenStretch extends Match {
  said: string
}

/**
 * As a chart writes it ("120/80"), or `asSaid` in the words that were said ("doze por oito"): those
 * are what sources and corrections mean.
 */
export function shownLine(
  { text, normalized }: Pick<Segment, 'text' | 'normalized'>,
  asSaid: boolean,
): ShownLine {
  if (!normalized || asSaid) return { text, written: [], place: (said) => said }
  const { parts } = normalized
  return {
    text: normalized.text,
    written: parts.map(({ from, to, raw_from, raw_to }) => ({
      start: from,
      end: to,
      said: text.slice(raw_from, raw_to),
    })),
    place({ start, end }) {
      const begin = parts.findLast(({ raw_from }) => raw_from <= start)
      const finish = parts.findLast(({ raw_from }) => raw_from < end)
      const from = begin && start < begin.raw_to ? begin.from : start + shiftAfter(begin)
      const to = finish && end <= finish.raw_to ? finish.to : end + shiftAfter(finish)
      return { start: from, end: Math.max(from, to) }
    },
  }
}

/** Places of the line that read so, or stand for words that do; in order, without overlap. */
export function findInLine(
  { text }: Pick<Segment, 'text'>,
  line: ShownLine,
  query: string,
): Match[] {
  const seen = findMatches(line.text, query)
  if (line.written.length === 0) return seen
  const said = findMatches(text, query).map(line.place)
  const matches: Match[] = []
  for (const one of [...seen, ...said].sort((a, b) => a.start - b.start))
    if (one.start >= (matches.at(-1)?.end ?? 0)) matches.push(one)
  return matches
}

type Part = NonNullable<Segment['normalized']>['parts'][number]

/** What comes behind a part stands so many characters further on. */
function shiftAfter(part: Part | undefined): number {
  return part ? part.to - part.raw_to : 0
}
