/** A number that was said, with another unit. */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { COUNTED_UNITS } from '../evidence/numbers.ts'
import type { Check } from './check.ts'
import { DOSE_UNITS } from './medication-facts.ts'

export const wrongUnit: Check = {
  name: 'wrong-unit',
  isDangerous: true,
  ofQuotations: false,
  find(claim) {
    const [firstDrug = Number.POSITIVE_INFINITY] = claim.terms.flatMap(({ kind }, at) =>
      kind === 'drug' ? [at] : [],
    )
    const isWrong = claim.terms.some((number, at) => {
      // Numbers of a medicine are compared as its doses.
      const isDose = at > firstDrug && DOSE_UNITS.has(number.unit ?? '')
      return number.kind === 'number' && !number.rhythm && !isDose && isOfOtherUnit(number, claim)
    })
    return isWrong ? 'A unidade não é a que foi dita.' : null
  },
}

function isOfOtherUnit(number: Term, { sources }: Claim): boolean {
  const { unit } = number
  if (!isCounted(unit)) return false
  const said = sources
    .flatMap(({ terms }) => terms)
    .filter(
      (term) =>
        term.kind === 'number' &&
        !term.rhythm &&
        isCounted(term.unit) &&
        isSameNumber(term, number),
    )
  return said.length > 0 && said.every((term) => term.unit !== unit)
}

function isCounted(unit: string | undefined): boolean {
  return (
    unit !== undefined && unit !== 'relogio' && (COUNTED_UNITS.has(unit) || DOSE_UNITS.has(unit))
  )
}

function isSameNumber(said: Term, { key }: Term): boolean {
  return said.key === key || Boolean(said.also?.includes(key))
}
