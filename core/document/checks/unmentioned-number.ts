/** A number that nobody said. */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check, ClaimPlace } from './check.ts'
import { DOSE_UNITS } from './medication-facts.ts'

const UNMENTIONED = 'O número não foi dito na consulta.'

export const unmentionedNumber: Check = {
  name: 'unmentioned-number',
  isDangerous: true,
  ofQuotations: false,
  find(claim, sources, place) {
    const number = firstUnmentioned(claim, sources, place)
    return number && !isHarmless(number, claim, place) ? UNMENTIONED : null
  },
}

export const unmentionedLength: Check = {
  name: 'unmentioned-length',
  isDangerous: false,
  ofQuotations: false,
  find(claim, sources, place) {
    const number = firstUnmentioned(claim, sources, place)
    return number && isHarmless(number, claim, place) ? UNMENTIONED : null
  },
}

function firstUnmentioned(
  claim: Claim,
  sources: readonly Source[],
  place: ClaimPlace,
): Term | undefined {
  const isDrugs = isOfDrug(claim, place)
  return claim.terms.find((number) => {
    if (number.kind !== 'number' || number.rhythm || isOne(number)) return false
    // Tablets of a medicine are compared as its doses.
    if (isDrugs && /^(?:comprimido|capsula)$/.test(number.unit ?? '')) return false
    if (isDrugs && number.key === '#1' && DOSE_UNITS.has(number.unit ?? '')) return false
    return mentionsOf(number, sources).length === 0
  })
}

/** Lengths of time and ages: wrong ones mislead, but nobody is given anything by them. */
const TIMES = new Set(['minuto', 'hora', 'dia', 'semana', 'mes', 'ano'])

function isHarmless(number: Term, claim: Claim, place: ClaimPlace): boolean {
  return !isOfDrug(claim, place) && (TIMES.has(number.unit ?? '') || isYear(number))
}

function isOfDrug({ terms }: Claim, { isPrescription }: ClaimPlace): boolean {
  return isPrescription || terms.some(({ kind }) => kind === 'drug')
}

/** "Uma cesárea" says one without a number. */
function isOne({ key, unit }: Term): boolean {
  return key === '#1' && unit === undefined
}

function isYear({ key, unit }: Term): boolean {
  return unit === undefined && /^#(?:19|20)\d\d$/.test(key)
}
