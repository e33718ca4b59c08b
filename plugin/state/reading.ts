/** How the doctor reads the transcript: what is searched for, and whether its words are shown at all (a patient may see the screen). */
import type { Preferences } from '../services/preferences.ts'
import { findMatches, type Match } from '../text/search.ts'
import type { Transcript } from './transcript.ts'

export interface Reading {
  readonly searching: boolean
  readonly query: string
  /** All of them, in order of time. */
  matches(): readonly FoundMatch[]
  /** Index into `matches`. */
  readonly current: number
  readonly hidden: boolean
  openSearch(): void
  closeSearch(): void
  search(query: string): void
  /** Round and round. */
  step(by: 1 | -1): void
  setHidden(hidden: boolean): void
}

export interface FoundMatch extends Match {
  segmentId: string
}

interface Deps {
  transcript: Pick<Transcript, 'segments'>
  preferences: Preferences
  changed(): void
}

export function reading({ transcript, preferences, changed }: Deps): Reading {
  let searching = false
  let query = ''
  let current = 0
  let hidden = preferences.get<boolean>('transcriptHidden') ?? false

  function matches(): FoundMatch[] {
    if (!searching || query.trim() === '') return []
    return transcript.segments.flatMap(({ id, text }) =>
      findMatches(text, query).map((match) => ({ ...match, segmentId: id })),
    )
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
  }
}
