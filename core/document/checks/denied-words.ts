/**
 * Whether the words of a denied phrase are denied themselves: of "sem infiltração do ombro" the
 * infiltration is, and the shoulder is not.
 */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'

/**
 * It was said to be so, or not to be so: neither only asked, nor as what a denied thing is of, by
 * which it is itself not denied.
 */
export function isCertain(said: Term, claimed: Term): boolean {
  const isOfAnother = said.denied && said.leans && !said.clinical && !claimed.leans
  return said.asked !== true && said.unsure !== true && !isOfAnother
}

/**
 * "Sem infiltração do ombro": the shoulder is not denied, unless what it says more of was told of
 * it. A stem of three letters may be of anything.
 */
export function isOnlyOf(claim: Claim, term: Term, sources: readonly Source[]): boolean {
  if (term.kind !== 'word' || term.clinical) return false
  const word = /^\p{L}*/u.exec(claim.text.slice(claim.before(term).length))![0]
  if (term.key.length <= 3 && word.length > term.key.length + 1) return true
  if (!term.denied || !term.leans) return false
  const told = new Set(affirmed(term, sources))
  return !claim.terms.some((one) => {
    if (one === term || one.kind !== 'word' || !one.denied) return false
    const places = affirmed(one, sources)
    return (
      places.some((at) => told.has(at)) || (places.length > 0 && !isDeniedAnywhere(one, sources))
    )
  })
}

function isDeniedAnywhere(term: Term, sources: readonly Source[]): boolean {
  return mentionsOf(term, sources).some(({ term: one }) => one.denied)
}

/** Where a word is told as so. */
function affirmed(term: Term, sources: readonly Source[]): number[] {
  return mentionsOf(term, sources).flatMap(({ at, term: one }) =>
    !one.denied && !one.asked ? [at] : [],
  )
}
