/**
 * Numbers that were said, though not of the patient as he is: of somebody else, as a goal, of
 * another time, or corrected at once.
 */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { type Mention, mentionsOf } from '../evidence/sources.ts'
import type { Check, ClaimPlace } from './check.ts'

const OF_ANOTHER = 'O número foi dito de outra pessoa.'
const ONLY_AIMED_AT = 'O número foi dito como meta ou limite, ou corrigido em seguida.'
const OF_THE_PAST = 'O número foi dito do passado, não de hoje.'

export const borrowedNumber: Check = {
  name: 'borrowed-number',
  isDangerous: true,
  ofQuotations: true,
  find(claim, sources, place) {
    // Doses are compared with what was said of their medicine.
    const isOfDrug = place.isPrescription || claim.terms.some(({ kind }) => kind === 'drug')
    if (isOfDrug || place.isFamilyHistory) return null
    for (const number of claim.terms) {
      if (number.kind !== 'number' || number.rhythm || number.holder !== undefined) continue
      const said = mentionsOf(number, sources)
      const fault = said.length > 0 ? faultOf(number, said, claim, place) : null
      if (fault !== null) return fault
    }
    return null
  },
}

function faultOf(
  number: Term,
  said: readonly Mention[],
  claim: Claim,
  { isAdvice, isFinding }: ClaimPlace,
): string | null {
  const every = (is: (term: Term) => unknown) => said.every(({ term }) => is(term))
  const isAim = isAdvice || number.supposed || AIMS.test(claim.text)
  if (!isAim && every(({ supposed }) => supposed)) return ONLY_AIMED_AT
  const isOfToday = isFinding && number.time !== 'over' && !EARLIER.test(claim.text)
  if (isOfToday && every(({ time }) => time === 'over')) return OF_THE_PAST
  const isMeasure = isFinding || number.unit !== undefined || number.also !== undefined
  const namesOne = claim.terms.some(({ kind }) => kind === 'family')
  return isMeasure && !isAdvice && !namesOne && every(({ holder }) => holder) ? OF_ANOTHER : null
}

/** The record says so itself. */
const AIMS =
  /(?<!\p{L})(?:abaixo|acima|alvos?|até|chegar|completar|ideal|metas?|objetivos?)(?!\p{L})/iu
const EARLIER =
  /(?<!\p{L})(?:anterior\p{L}*|antes|prévi[oa]s?|pregress[oa]s?|passad[oa]s?|inicia(?:l|is)|há|em (?:\d\d\/)?(?:19|20)\d\d)(?!\p{L})/iu
