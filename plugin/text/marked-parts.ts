import type { Match } from './search.ts'
import type { WrittenStretch } from './shown-line.ts'

/** A stretch of text that is drawn in one way. */
export interface MarkedPart {
  text: string
  /** Index of the match it belongs to; -1 outside of them. */
  match: number
  doubtful: boolean
  /** The words it stands for, where it is written otherwise. */
  said: string | null
  /** The medicine's name that it is part of. */
  medicine?: MedicineMark
}

/**
 * Words that stand for a medicine: a name written for what was `heard`, or words for which a name
 * is `offered`.
 */
export interface MedicineMark extends Match {
  heard?: string | undefined
  offered?: string | undefined
}

/** Each in order, without overlap. */
export interface Marks {
  matches?: readonly Match[]
  doubtful?: readonly Match[]
  written?: readonly WrittenStretch[]
  medicines?: readonly MedicineMark[]
}

/** The text cut at everything that is marked in it, for drawing. */
export function markedParts(
  text: string,
  { matches = [], doubtful = [], written = [], medicines = [] }: Marks,
): MarkedPart[] {
  const cuts = [...matches, ...doubtful, ...written, ...medicines].flatMap(({ start, end }) => [
    start,
    end,
  ])
  const places = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b)
  const covering = (ranges: readonly Match[], at: number) =>
    ranges.findIndex(({ start, end }) => start <= at && at < end)
  return places.slice(0, -1).map((start, index) => {
    const medicine = medicines[covering(medicines, start)]
    return {
      text: text.slice(start, places[index + 1]),
      match: covering(matches, start),
      doubtful: covering(doubtful, start) >= 0,
      said: written[covering(written, start)]?.said ?? null,
      ...(medicine ? { medicine } : {}),
    }
  })
}
