import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'

/**
 * Whether a claim affirms what was said only in a way that does not hold: one exact thing of it
 * (medicine, number, side, day, complaint), or where it has none, all of its words that were said.
 */
export function isOnlySaid(
  { terms }: Claim,
  sources: readonly Source[],
  how: (term: Term) => boolean,
): boolean {
  const own = terms.filter(({ kind, denied }) => kind !== 'idle' && kind !== 'unit' && !denied)
  const saidOf = (term: Term) => mentionsOf(term, sources).map((mention) => mention.term)
  const isOnly = (term: Term) => {
    const said = saidOf(term)
    return said.some(how) && said.every((one) => how(one) || one.denied)
  }
  const exact = own.filter(isExact)
  if (exact.some(isOnly)) return true
  const plain = own.filter(
    (term) => !isExact(term) && !ACTS.test(term.key) && saidOf(term).length > 0,
  )
  return exact.length === 0 && plain.length > 0 && plain.every(isOnly)
}

function isExact({ kind, key, clinical }: Term): boolean {
  return (
    kind === 'drug' || kind === 'number' || kind === 'side' || clinical === true || DAYS.has(key)
  )
}

/** Stems, as terms are keyed. */
const DAYS = new Set(['segund', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'doming'])
/** Words for an act say nothing of its object. */
const ACTS = /^(?:solici|pedi|encami|prescr|receit|indica|orient|realiz|inicia|exame|medica)/
