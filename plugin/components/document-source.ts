import type { Catalogue } from '../locales/pt-BR.ts'
import { elapsedText } from '../text/durations.ts'
import { type Support, saidAt } from '../text/evidence.ts'

/** What the mark of a value says: the time of the words, or what there is instead. */
export function markOf(t: Catalogue, support: Support): string {
  if (support.kind === 'none') return t.document.noSource
  if (support.kind === 'contradicted') return t.evidence.differs
  if (support.kind === 'typed') return t.document.typed
  const atMs = saidAt(support.spans)
  if (atMs !== undefined) return elapsedText(atMs)
  const source = support.spans[0]?.source ?? 'segment'
  return source === 'segment' ? t.document.sourceTitle : t.document[source]
}
