import type { Allergy, EncounterRecord } from '../clinical-record.ts'
import { PROFILES, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, given, note, patientReference, resource } from './parts.ts'

/**
 * BRAlergiaReacaoAdversa-1.0 (RNDS.md §7.7). How sure it is (`verificationStatus`) is sent only
 * where somebody doubted it. `clinicalStatus` must then stand there
 * (https://hl7.org/fhir/R4/allergyintolerance.html, ait-1).
 */
export function allergy(record: EncounterRecord, known: Allergy): Resource {
  return {
    ...resource('AllergyIntolerance', PROFILES.allergy),
    clinicalStatus: concept(SYSTEMS.allergyClinical, 'active'),
    ...(known.verification && {
      verificationStatus: concept(SYSTEMS.allergyVerification, known.verification),
    }),
    category: [known.category],
    ...given('criticality', known.criticality),
    code: { ...concept(SYSTEMS.allergen, known.code), text: known.text },
    patient: patientReference(record),
    ...note(known.note),
  }
}
