/**
 * The comparisons that no model is trusted with: numbers, units, doses, how often, medicines, allergies, sides, relatives, denials.
 * Each takes a claim with its sources and says, in Portuguese and without clinical judgement, what does not agree.
 */

import type { Claim } from '../evidence/claim.ts'
import { COUNTED_UNITS } from '../evidence/numbers.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Term } from '../evidence/term.ts'
import { unansweredFault, unaskedDenial } from './asked.ts'
import { boundNumberFault } from './bound.ts'
import { certaintyFault } from './certainty.ts'
import { deniedFault } from './denials.ts'
import { isOtherInsulin, kindFault } from './kinds.ts'
import { allergyFault, DOSE_UNITS, doseFault, medicationFacts, rhythmFault } from './medication.ts'
import { otherNumberFault } from './numbers-of-others.ts'
import { oppositeFault } from './opposites.ts'
import type { ClaimPlace, Disagreement } from './place.ts'
import { sideFault } from './side.ts'
import { timeFault } from './time.ts'
import { deniesTold, toleranceFault } from './tolerance.ts'
import { unsaidFault } from './unsaid.ts'
import { relativeFault } from './whose.ts'

const ANYWHERE: ClaimPlace = {
  ...{ isPrescription: false, isCurrentMedication: false, isAllergy: false },
  ...{ isAdvice: false, isFamilyHistory: false, isFinding: false, isSocial: false },
  isHistory: false,
}

/** What does not agree, for the doctor to read; null when everything does. */
export function disagreement(claim: Claim, sources: readonly Source[]): string | null {
  return disagreementOf(claim, sources)?.reason ?? null
}

/** So few terms stand in many sentences. */
const FEW = 3

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
  const borne = toleranceFault(claim, facts, place)
  if (borne !== null) return borne
  const notOfToday = otherNumberFault(claim, sources, place)
  if (notOfToday !== null) return { reason: notOfToday, isDangerous: true }
  // Words that are there may still be another's, or of another time.
  if (claim.verbatim) {
    const side = claim.terms.length <= FEW ? sideFault(claim, sources) : null
    if (side !== null) return { reason: side, isDangerous: true }
    return (
      relativeFault(claim, sources, place) ??
      overFault(claim, sources, place) ??
      certaintyFault(claim, sources, place)
    )
  }
  const dangerous =
    drugFault(claim, sources) ??
    doseFault(claim.terms, facts) ??
    rhythmOf(claim, sources, place) ??
    unitFault(claim) ??
    sideFault(claim, sources)
  if (dangerous !== null) return { reason: dangerous, isDangerous: true }
  const number = numberFault(claim, sources, place)
  if (number) return number
  const opposite =
    boundNumberFault(claim, sources) ?? oppositeFault(claim, sources) ?? kindFault(claim, sources)
  if (opposite !== null) return { reason: opposite, isDangerous: true }
  const denied = deniedFault(claim, sources, place)
  if (denied !== null) return { reason: denied, isDangerous: true }
  return (
    relativeFault(claim, sources, place) ??
    overFault(claim, sources, place) ??
    certaintyFault(claim, sources, place) ??
    unansweredFault(claim, sources) ??
    unsaidFault(claim, sources) ??
    unaskedDenial(claim, sources)
  )
}

/** Whether what was said says the contrary of the claim, or the other side: nothing that both can be true beside. */
export function isOpposed(claim: Claim, sources: readonly Source[]): boolean {
  if (claim.verbatim) return claim.terms.length <= FEW && sideFault(claim, sources) !== null
  return (
    sideFault(claim, sources) !== null ||
    deniedFault(claim, sources, ANYWHERE) !== null ||
    deniesTold(claim, medicationFacts(sources))
  )
}

function overFault(
  claim: Claim,
  sources: readonly Source[],
  place: ClaimPlace,
): Disagreement | null {
  const reason = timeFault(claim, sources, place)
  return reason === null ? null : { reason, isDangerous: true }
}

function drugFault(claim: Claim, sources: readonly Source[]): string | null {
  const unknown = claim.terms.find(
    (drug) =>
      drug.kind === 'drug' &&
      !sources.some(({ terms }) => terms.some((term) => isSameDrug(term, drug))),
  )
  if (unknown || isOtherInsulin(claim, sources))
    return 'O medicamento não foi mencionado na consulta.'
  return null
}

/** "Tomou o lactulose?" "Tomei e parei." names it, too. */
function isSameDrug(term: Term, { key }: Term): boolean {
  const isMedicine = term.kind === 'drug' || term.isMedicine === true
  return isMedicine && term.key === key && !term.supposed
}

function rhythmOf(claim: Claim, sources: readonly Source[], { isPrescription }: ClaimPlace) {
  const isOfDrug = isPrescription || claim.terms.some(({ kind }) => kind === 'drug')
  // Of anything else only a count is compared: "três vezes por semana".
  return rhythmFault(claim.text, claim.terms, medicationFacts(sources), isOfDrug)
}

/** Lengths of time and ages: wrong ones mislead, but nobody is given anything by them. */
const TIMES = new Set(['minuto', 'hora', 'dia', 'semana', 'mes', 'ano'])

function numberFault(
  claim: Claim,
  sources: readonly Source[],
  { isPrescription }: ClaimPlace,
): Disagreement | null {
  const isOfDrug = isPrescription || claim.terms.some(({ kind }) => kind === 'drug')
  for (const number of claim.terms) {
    if (number.kind !== 'number' || number.rhythm || isOne(number)) continue
    // Tablets of a medicine are compared as its doses.
    if (isOfDrug && /^(?:comprimido|capsula)$/.test(number.unit ?? '')) continue
    if (isOfDrug && number.key === '#1' && DOSE_UNITS.has(number.unit ?? '')) continue
    if (mentionsOf(number, sources).length > 0) continue
    const isTime = TIMES.has(number.unit ?? '') || isYear(number)
    return { reason: 'O número não foi dito na consulta.', isDangerous: isOfDrug || !isTime }
  }
  return null
}

/** "Uma cesárea" says one without a number. */
function isOne({ key, unit }: Term): boolean {
  return key === '#1' && unit === undefined
}

function isYear({ key, unit }: Term): boolean {
  return unit === undefined && /^#(?:19|20)\d\d$/.test(key)
}

function unitFault(claim: Claim): string | null {
  let isOfDrug = false
  for (const number of claim.terms) {
    if (number.kind === 'drug') isOfDrug = true
    const { kind, unit } = number
    // Of a medicine they are compared as its doses.
    if (
      kind !== 'number' ||
      number.rhythm ||
      unit === undefined ||
      (isOfDrug && DOSE_UNITS.has(unit))
    )
      continue
    const said = claim.sources
      .flatMap(({ terms }) => terms)
      .filter(
        (term) =>
          term.kind === 'number' &&
          !term.rhythm &&
          isCounted(term.unit) &&
          isSameNumber(term, number),
      )
    if (isCounted(unit) && said.length > 0 && said.every((term) => term.unit !== unit))
      return 'A unidade não é a que foi dita.'
  }
  return null
}

function isCounted(unit: string | undefined): boolean {
  return (
    unit !== undefined && unit !== 'relogio' && (COUNTED_UNITS.has(unit) || DOSE_UNITS.has(unit))
  )
}

function isSameNumber(said: Term, { key }: Term): boolean {
  return said.key === key || Boolean(said.also?.includes(key))
}
