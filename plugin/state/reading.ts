/**
 * How the doctor reads the transcript: as a chart writes it or in the words that were said, what is
 * searched for, and whether its words are shown at all (a patient may see the screen).
 */
import type { Segment } from '../../core/contract/api.ts'
import { findInLine, type Match, type ShownLine, shownLine } from '../text/shown-line.ts'
import type { Transcript } from './transcript.ts'

export interface TranscriptReading {
  readonly searching: boolean
  readonly query: string
  /** All of them, in order of time; what was said and is written otherwise is found by both. */
  matches(): readonly FoundMatch[]
  /** Index into `matches`. */
  readonly current: number
  readonly hidden: boolean
  /** Numbers and units in the words that were said. */
  readonly asSaid: boolean
  shown(segment: Segment): ShownLine
  openSearch(): void
  closeSearch(): void
  search(query: string): void
  /** Round and round. */
  step(by: 1 | -1): void
  setHidden(hidden: boolean): void
  setAsSaid(asSaid: boolean): void
}

/** A place in the line as it is shown. */
export interface FoundMatch extends Match {
  segmentId: string
}

interface Deps {
  transcript: Pick<Transcript, 'segments'>
  /** Kept in this browser. */
  preferences: { get<T>(name: string): T | undefined; set(name: string, value: unknown): void }
  changed(): void
}

export function reading({ transcript, preferences, changed }: Deps): TranscriptReading {
  let searching = false
  let query = ''
  let current = 0
  let hidden = preferences.get<boolean>('transcriptHidden') ?? false
  let asSaid = preferences.get<boolean>('transcriptAsSaid') ?? false
  /** What was found last: a draw asks several times. */
  let found: { of: readonly unknown[]; matches: readonly FoundMatch[] } | undefined

  const shown = (segment: Segment) => shownLine(segment, asSaid)

  function matches(): readonly FoundMatch[] {
    if (!searching || query.trim() === '') return []
    const { segments } = transcript
    const of = [segments, query, asSaid]
    if (found && of.every((one, i) => one === found?.of[i])) return found.matches
    // The mark of what was not understood is no speech to be found.
    const spoken = segments.filter((segment) => !segment.not_understood)
    const matches = spoken.flatMap((segment) =>
      findInLine(segment, shown(segment), query).map((one) => ({ ...one, segmentId: segment.id })),
    )
    found = { of, matches }
    return matches
  }

  return {
    get searching() {
      return searching
    },
    get query() {
      return query
    },
    matches,
    get current() {
      return current
    },
    get hidden() {
      return hidden
    },
    get asSaid() {
      return asSaid
    },
    shown,
    openSearch() {
      searching = true
      hidden = false
      changed()
    },
    closeSearch() {
      searching = false
      query = ''
      current = 0
      changed()
    },
    search(next) {
      query = next
      current = 0
      changed()
    },
    step(by) {
      const { length } = matches()
      if (length > 0) current = (Math.min(current, length - 1) + by + length) % length
      changed()
    },
    setHidden(next) {
      hidden = next
      preferences.set('transcriptHidden', next)
      changed()
    },
    setAsSaid(next) {
      asSaid = next
      preferences.set('transcriptAsSaid', next)
      changed()
    },
  }
}
