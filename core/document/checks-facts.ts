/**
 * The comparisons that no model is trusted with: numbers, units, doses, how often, medicines, allergies, sides, relatives, denials.
 * Each takes a claim with its sources and says, in Portuguese and without clinical judgement, what does not agree.
 */

import { deniedFault } from './checks-denials.ts'
import {
  allergyFault,
  DOSE_UNITS,
  doseFault,
  medicationFacts,
  rhythmFault,
} from './checks-medication.ts'
import type { ClaimPlace, Disagreement } from './checks-place.ts'
import { relativeFault, sideFault } from './checks-whose.ts'
import type { Claim } from './evidence.ts'
import { type Source, says } from './evidence-sources.ts'
import type { Term } from './evidence-term.ts'

const ANYWHERE: ClaimPlace = { isPrescription: false, isFamilyHistory: false, isSocial: false }

/** What does not agree, for the doctor to read; null when everything does. */
export function disagreement(claim: Claim, sources: readonly Source[]): string | null {
  return disagreementOf(claim, sources)?.reason ?? null
}

export function disagreementOf(
  claim: Claim,
  sources: readonly Source[],
  place: ClaimPlace = ANYWHERE,
): Disagreement | null {
  const facts = medicationFacts(sources)
  if (place.isPrescription) {
    const reason = allergyFault(claim.terms, facts)
    if (reason !== null) return { reason, isDangerous: true }
  }
  if (claim.verbatim) return null
  const dangerous =
    drugFault(claim, sources) ??
    doseFault(claim.terms, facts) ??
    rhythmOf(claim, sources, place) ??
    unitFault(claim) ??
    sideFault(claim, sources)
  if (dangerous !== null) return { reason: dangerous, isDangerous: true }
  const number = numberFault(claim, sources, place)
  if (number) return number
  const denied = deniedFault(claim, sources)
  if (denied !== null) return { reason: denied, isDangerous: true }
  return relativeFault(claim, sources, place)
}

function drugFault({ terms }: Claim, sources: readonly Source[]): string | null {
  const unknown = terms.find(
    (drug) => drug.kind === 'drug' && !anywhere(sources, (term) => isSameDrug(term, drug)),
  )
  return unknown ? 'O medicamento não foi mencionado na consulta.' : null
}

function isSameDrug(term: Term, { key }: Term): boolean {
  return term.kind === 'drug' && term.key === key
}

function rhythmOf(claim: Claim, sources: readonly Source[], { isPrescription }: ClaimPlace) {
  const isOfDrug = isPrescription || claim.terms.some(({ kind }) => kind === 'drug')
  // Of anything else only a count is compared: "três vezes por semana".
  return isOfDrug || /\d+ (?:vezes|x) (?:por|ao|na) /.test(claim.text)
    ? rhythmFault(claim.text, claim.terms, medicationFacts(sources))
    : null
}

/** Lengths of time and ages: wrong ones mislead, but nobody is given anything by them. */
const TIMES = new Set(['hora', 'dia', 'semana', 'mes', 'ano'])

function numberFault(
  claim: Claim,
  sources: readonly Source[],
  { isPrescription }: ClaimPlace,
): Disagreement | null {
  const isOfDrug = isPrescription || claim.terms.some(({ kind }) => kind === 'drug')
  for (const number of claim.terms) {
    if (number.kind !== 'number' || anywhere(sources, (term) => says(term, number))) continue
    const isTime = TIMES.has(number.unit ?? '') || isYear(number)
    return { reason: 'O número não foi dito na consulta.', isDangerous: isOfDrug || !isTime }
  }
  return null
}

function isYear({ key, unit }: Term): boolean {
  return unit === undefined && /^#(?:19|20)\d\d$/.test(key)
}

function unitFault(claim: Claim): string | null {
  for (const number of claim.terms) {
    if (number.kind !== 'number' || number.unit === undefined || DOSE_UNITS.has(number.unit))
      continue
    const said = claim.sources
      .flatMap(({ terms }) => terms)
      .filter((term) => term.key === number.key && term.unit !== undefined)
    if (said.length > 0 && said.every(({ unit }) => unit !== number.unit))
      return 'A unidade não é a que foi dita.'
  }
  return null
}

function anywhere(sources: readonly Source[], test: (term: Term) => boolean): boolean {
  return sources.some(({ terms }) => terms.some((term) => !term.asked && test(term)))
}
