/** An order to whoever writes the record ("acrescente … na prescrição") is no fact of the visit. */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source, says } from '../evidence/sources.ts'
import type { Check } from './check.ts'

export const writerOrder: Check = {
  name: 'writer-order',
  isDangerous: true,
  ofQuotations: false,
  find(claim, sources) {
    const ordered = sources.flatMap((source) => source.ordered ?? [])
    return ordered.length > 0 && isOnlyOrdered(claim, sources, ordered)
      ? 'Foi um pedido a quem escreve o documento, não um fato da consulta.'
      : null
  },
}

/** One exact thing of it, or where it has none, all of its words that were spoken of. */
function isOnlyOrdered(
  { terms }: Claim,
  sources: readonly Source[],
  ordered: readonly Term[],
): boolean {
  const own = terms.filter(({ kind }) => kind !== 'idle' && kind !== 'unit')
  const isSaid = (term: Term) => mentionsOf(term, sources).length > 0
  const isOnly = (term: Term) => !isSaid(term) && ordered.some((one) => says(one, term))
  if (own.some((term) => (term.kind !== 'word' || term.clinical) && isOnly(term))) return true
  const spoken = own.filter((term) => term.kind === 'word' && (isSaid(term) || isOnly(term)))
  return spoken.length > 0 && spoken.every(isOnly)
}
