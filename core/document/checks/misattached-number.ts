/**
 * A number that belongs to the word before it: "Glasgow 15" is not "Glasgow 5", though some five
 * was said of something else.
 */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source, says } from '../evidence/sources.ts'
import type { Check } from './check.ts'

const OTHER_NUMBER = 'O número não é o que foi dito.'

export const misattachedNumber: Check = {
  name: 'misattached-number',
  isDangerous: true,
  ofQuotations: false,
  find: (claim, sources) => (isMisattached(claim, sources) ? OTHER_NUMBER : null),
}

function isMisattached(claim: Claim, sources: readonly Source[]): boolean {
  return claim.terms.some((number, at) => {
    const name = claim.terms[at - 1]
    if (number.kind !== 'number' || number.rhythm || number.key === '#1') return false
    if (number.unit !== undefined || name?.kind !== 'word' || name.to !== number.from) return false
    const said = mentionsOf(name, sources)
    // Only where every mention of the name is followed by a number.
    const values = said.map((mention) => numbersAfter(mention.term, sources[mention.at]!))
    const known = values.filter((found) => found.length > 0)
    return (
      known.length > 0 &&
      known.length === values.length &&
      !known.flat().some((value) => says(value, number))
    )
  })
}

/**
 * The number right behind a word, in every way that it can be read: "quatro e dois" is 4, and 4,2.
 */
function numbersAfter({ from, to }: Term, { terms }: Source): Term[] {
  const at = terms.findIndex((term) => term.from === from && term.to === to)
  return terms
    .slice(at + 1, at + 4)
    .filter((term) => term.kind === 'number' && !term.rhythm && term.from === to)
}
