import type { Catalogue } from '../locales/pt-BR.ts'
import { elapsedText } from '../text/durations.ts'
import { doubtfulSentences, type Support, saidAt } from '../text/evidence.ts'

/**
 * What the mark of a value says: how many of its sentences are in doubt, else the time of the
 * words, or what there is instead.
 */
export function markOf(t: Catalogue, support: Support): string {
  const doubtful = doubtfulSentences(support)
  const [without, differing, unsure] = (['none', 'contradicted', 'unsure'] as const).map(
    (kind) => doubtful.filter(({ support: found }) => found.kind === kind).length,
  ) as [number, number, number]
  if (support.kind === 'typed' && doubtful.length > 0)
    return `${t.document.typed} · ${t.evidence.inDoubt(without, differing, unsure)}`
  const total = support.sentences?.length ?? 0
  if (doubtful.length > 0 && without < total)
    return t.evidence.inDoubt(without, differing, unsure, total)
  if (support.kind === 'none') return t.document.noSource
  if (support.kind === 'contradicted') return t.evidence.differs
  if (support.kind === 'unsure') return t.evidence.unsure
  if (support.kind === 'typed') return t.document.typed
  const atMs = saidAt(support.spans)
  if (atMs !== undefined) return elapsedText(atMs)
  const source = support.spans[0]?.source ?? 'segment'
  return source === 'segment' ? t.document.sourceTitle : t.document[source]
}
