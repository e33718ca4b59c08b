/**
 * An organization's own words: names of medicines, brands, people or places that its doctors say
 * and the product's lexicon does not hold. They are looked for in what was recognized, by their
 * sound, as the lexicon's names are (`misheard`).
 */
export interface OwnWordStore {
  /** As the administrator wrote them, in the order in which they were added. */
  find(organizationId: string): Promise<string[]>
  save(organizationId: string, words: readonly string[]): Promise<void>
  /** Those of the consultation's organization; none when the consultation is gone. */
  findForConsultation(consultationId: string): Promise<string[]>
}

interface Deps {
  store: Pick<OwnWordStore, 'findForConsultation'>
  now: () => Date
}

/** Asked for with every recognized text, so the answer is remembered for a minute. */
export function ownWordsOf({ store, now }: Deps): (consultationId: string) => Promise<string[]> {
  const remembered = new Map<string, { words: Promise<string[]>; until: number }>()

  return (consultationId) => {
    const time = now().getTime()
    for (const [id, { until }] of remembered) if (until <= time) remembered.delete(id)
    const before = remembered.get(consultationId)
    if (before) return before.words
    const words = store.findForConsultation(consultationId)
    remembered.set(consultationId, { words, until: time + REMEMBERED_MS })
    words.catch(() => remembered.delete(consultationId))
    return words
  }
}

const REMEMBERED_MS = 60_000
