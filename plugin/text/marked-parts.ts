import type { Match } from './search.ts'

/** A stretch of text that is drawn in one way. */
export interface MarkedPart {
  text: string
  /** Index of the match it belongs to; -1 outside of them. */
  match: number
  doubtful: boolean
}

/** The text cut at its matches and at its doubtful words, for drawing. Both in order, each without overlap. */
export function markedParts(
  text: string,
  matches: readonly Match[],
  doubtful: readonly Match[],
): MarkedPart[] {
  const cuts = [...matches, ...doubtful].flatMap(({ start, end }) => [start, end])
  const places = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b)
  const covering = (ranges: readonly Match[], at: number) =>
    ranges.findIndex(({ start, end }) => start <= at && at < end)
  return places.slice(0, -1).map((start, index) => ({
    text: text.slice(start, places[index + 1]),
    match: covering(matches, start),
    doubtful: covering(doubtful, start) >= 0,
  }))
}
