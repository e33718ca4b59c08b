import type { Preferences } from '../services/preferences.ts'

/**
 * R and G, which a doctor may not want beside the host's own keys (SPEC-GAPS 2.13); this browser
 * remembers.
 */
export interface LetterKeys {
  readonly on: boolean
  set(on: boolean): void
}

export function letterKeys({
  preferences,
  changed,
}: {
  preferences: Preferences
  changed(): void
}): LetterKeys {
  let on = preferences.get<boolean>('letterKeys') ?? true
  return {
    get on() {
      return on
    },
    set(next) {
      on = next
      preferences.set('letterKeys', next)
      changed()
    },
  }
}
