/**
 * Allergies: none may be lost and none invented. "Nega alergias" against an allergy that was told,
 * an allergy to medicines that was denied, and among the allergies a medicine that nobody spoke of
 * near the word or near what it did.
 */

import type { Claim } from '../evidence/claim.ts'
import type { Source } from '../evidence/sources.ts'
import type { Check } from './check.ts'
import { BORNE, medicationFacts } from './medication-facts.ts'

/** A medicine that is prescribed though the patient said not to bear it. */
export const prescribedAllergy: Check = {
  name: 'prescribed-allergy',
  isDangerous: true,
  ofQuotations: true,
  find({ terms }, sources, { isPrescription }) {
    if (!isPrescription) return null
    const { allergies } = medicationFacts(sources)
    const isAllergen = terms.some(
      ({ kind, key, denied }) => kind === 'drug' && !denied && allergies.has(key),
    )
    return isAllergen ? 'Foi relatada alergia a este medicamento.' : null
  },
}

const WAS_TOLD = 'Foi relatada alergia.'
const THIS_WAS_TOLD = 'Foi dito o contrário: foi relatada esta alergia.'
const WAS_DENIED = 'Foi negada alergia a medicamentos.'
const OF_ANOTHER = 'Não foi relatada alergia a este medicamento.'

export const wrongAllergy: Check = {
  name: 'wrong-allergy',
  isDangerous: true,
  ofQuotations: true,
  find(claim, sources, { isAllergy }) {
    const { terms } = claim
    const allergy = terms.find(({ key }) => key === 'alergia')
    if (!allergy && !isAllergy) return null
    const { allergies, tolerance } = medicationFacts(sources)
    const drugs = terms.filter(({ kind }) => kind === 'drug')
    const ofMedicines = terms.some(({ key }) => key === 'medicamento')
    if (allergy?.denied) {
      const isGeneral = terms.every(
        (term) => term === allergy || term.kind === 'idle' || term.key === 'medicamento',
      )
      const told = ofMedicines ? allergies.size > 0 : tolerance.isTold && !tolerance.isDenied
      if (deniesTold(claim, sources)) return THIS_WAS_TOLD
      return isGeneral && told ? WAS_TOLD : null
    }
    if (ofMedicines && drugs.length === 0 && tolerance.isDrugDenied && allergies.size === 0)
      return WAS_DENIED
    const isStranger =
      isAllergy &&
      !BORNE.test(claim.text) &&
      drugs.some(({ key, denied }) => !denied && !tolerance.spokenOf.has(key))
    return isStranger ? OF_ANOTHER : null
  },
}

/** "Nega alergia a dipirona", where one was told. */
export function deniesTold({ terms }: Claim, sources: readonly Source[]): boolean {
  const { told } = medicationFacts(sources).tolerance
  return (
    terms.some(({ key, denied }) => key === 'alergia' && denied) &&
    terms.some(({ kind, key, denied }) => denied && kind !== 'idle' && told.has(key))
  )
}
