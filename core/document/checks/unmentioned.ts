/** A number that nobody said. */

import diseases from '../../../config/portuguese/diseases.json' with { type: 'json' }
import { stem } from '../../portuguese/stems.ts'
import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { kindredMentions, mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check, ClaimPlace } from './check.ts'
import { DOSE_UNITS } from './medication-facts.ts'
import { isOtherInsulin } from './wrong-type.ts'

/** A medicine that nobody named. */
export const unmentionedMedicine: Check = {
  name: 'unmentioned-medicine',
  isDangerous: true,
  ofQuotations: false,
  find(claim, sources) {
    const isUnknown = claim.terms.some(
      (drug) =>
        drug.kind === 'drug' &&
        !sources.some(({ terms }) => terms.some((term) => isSameDrug(term, drug))),
    )
    if (!isUnknown && !isOtherInsulin(claim, sources)) return null
    return 'O medicamento não foi mencionado na consulta.'
  },
}

/** "Tomou o lactulose?" "Tomei e parei." names it, too. */
function isSameDrug(term: Term, { key }: Term): boolean {
  const isMedicine = term.kind === 'drug' || term.isMedicine === true
  return isMedicine && term.key === key && !term.supposed
}

/** As terms are keyed. */
const GRAVE: ReadonlySet<string> = new Set([...diseases.grave.map(stem), ...diseases.graveIdeas])

/**
 * Names too grave to be carried by the words around them: "câncer de próstata" is not found in
 * "próstata aumentada".
 */
export const unmentionedDiagnosis: Check = {
  name: 'unmentioned-diagnosis',
  isDangerous: false,
  ofQuotations: false,
  find({ terms }, sources) {
    const isUnmentioned = terms.some(
      (term) =>
        term.kind === 'word' &&
        !term.denied &&
        GRAVE.has(term.key) &&
        mentionsOf(term, sources).length === 0 &&
        kindredMentions(term, sources).length === 0,
    )
    return isUnmentioned ? 'Não foi dito na consulta.' : null
  },
}

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
