/**
 * Which document models the doctor wants at hand: the one chosen for this visit, and the favourites
 * of this browser.
 */
import type { Preferences } from '../services/preferences.ts'

export interface TemplateChoice {
  /** Chosen before the recording; before it the host's (SPEC-GAPS 2.3). */
  readonly preferred: string | undefined
  prefer(templateId: string): void
  isFavorite(templateId: string): boolean
  toggleFavorite(templateId: string): void
}

export function templateChoice({
  preferences,
  changed,
}: {
  preferences: Preferences
  changed(): void
}): TemplateChoice {
  let preferred: string | undefined
  let favorites = preferences.get<string[]>('favoriteTemplates') ?? []

  return {
    get preferred() {
      return preferred
    },
    prefer(templateId) {
      preferred = templateId
      changed()
    },
    isFavorite: (templateId) => favorites.includes(templateId),
    toggleFavorite(templateId) {
      favorites = favorites.includes(templateId)
        ? favorites.filter((id) => id !== templateId)
        : [...favorites, templateId]
      preferences.set('favoriteTemplates', favorites)
      changed()
    },
  }
}
