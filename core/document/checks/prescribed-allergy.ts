/** A medicine that is prescribed though the patient said not to bear it. */
import type { Check } from './check.ts'
import { medicationFacts } from './medication-facts.ts'

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
