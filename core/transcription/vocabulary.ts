/**
 * Which words a recognizer is told to expect: the organization's own, those of the specialty, the general ones. The specialty is that of
 * the visit's document; before there is one, that of the doctor's last document, and else what the organization says it is.
 */
export interface VocabularySetting {
  /** The id of a specialty's vocabulary (`cardiology`), where the organization has one. */
  specialty: string | null
  /** Its own words, in order of importance. */
  words: string[]
}

export interface VocabularyStore {
  find(organizationId: string): Promise<VocabularySetting>
  save(organizationId: string, setting: VocabularySetting): Promise<void>
  /** Document models that tell of the specialty, the surest first, and whose visit it is. */
  cluesOf(consultationId: string): Promise<{ organizationId: string | null; models: string[] }>
}

interface TermList {
  id: string
  /** Ids of document models. */
  models: readonly string[]
  terms: readonly string[]
}

export interface TermLists {
  general: TermList
  specialties: readonly TermList[]
}

interface Deps {
  store: Pick<VocabularyStore, 'find' | 'cluesOf'>
  lists: TermLists
  now: () => Date
}

/** In order of importance; asked for with every utterance, so it is remembered for a minute. */
export function vocabularyOf({ store, lists, now }: Deps) {
  const known = new Map<string, { terms: Promise<string[]>; until: number }>()

  async function read(consultationId: string): Promise<string[]> {
    const { organizationId, models } = await store.cluesOf(consultationId)
    const { specialty, words }: VocabularySetting = organizationId
      ? await store.find(organizationId)
      : { specialty: null, words: [] }
    const byModel = models.flatMap(
      (model) => lists.specialties.find((list) => list.models.includes(model)) ?? [],
    )
    const chosen = byModel[0] ?? lists.specialties.find(({ id }) => id === specialty)
    return [...inTurns(words, chosen?.terms ?? []), ...lists.general.terms]
  }

  return (consultationId: string): Promise<string[]> => {
    const time = now().getTime()
    for (const [id, { until }] of known) if (until <= time) known.delete(id)
    const terms = known.get(consultationId)?.terms ?? read(consultationId)
    if (!known.has(consultationId)) {
      known.set(consultationId, { terms, until: time + REMEMBERED_MS })
      terms.catch(() => known.delete(consultationId))
    }
    return terms
  }
}

const REMEMBERED_MS = 60_000

/** A long list of own words does not push out the specialty's most important ones. */
function inTurns(first: readonly string[], second: readonly string[]): string[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, at) => [
    ...first.slice(at, at + 1),
    ...second.slice(at, at + 1),
  ]).flat()
}
