import type { ClinicalRecord, PrescribedItem } from '../clinical-record.ts'
import { SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import {
  concept,
  establishmentReference,
  note,
  patientReference,
  practitionerReference,
  resource,
  to,
} from './parts.ts'
import type { EntryReference } from './transient-entries.ts'

/**
 * BRPrescricaoMedicamento (RNDS.md §8.3), or what the profile in force has in its place. The
 * prescription's words are the note; without a coded medication they are all there is, and the
 * network demands them (ERR779). Doses are not structured: that would need a route, a unit and a
 * count nobody coded.
 */
export function medicationRequest(
  record: ClinicalRecord,
  item: PrescribedItem,
  medication: EntryReference | null,
  profile: string,
): Resource {
  return {
    ...resource('MedicationRequest', profile),
    status: 'active',
    intent: 'order',
    ...(medication === null
      ? { medicationCodeableConcept: concept(SYSTEMS.missingData, 'no-medication-info') }
      : { medicationReference: to(medication) }),
    subject: patientReference(record),
    authoredOn: item.prescribedAt,
    requester: establishmentReference(record),
    recorder: practitionerReference(record),
    ...note(item.text),
  }
}
