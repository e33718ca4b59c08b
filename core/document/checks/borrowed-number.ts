/**
 * Numbers that were said, though not of the patient as he is: of somebody else, as a goal, of
 * another time, or corrected at once.
 */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { type Mention, mentionsOf, type Source, says } from '../evidence/sources.ts'
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

const OTHER_NUMBER = 'O número não é o que foi dito.'

/**
 * A number that belongs to the word before it: "Glasgow 15" is not "Glasgow 5", though some five
 * was said of something else.
 */
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
