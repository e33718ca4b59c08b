import type { ClinicalRecord, CodedMedication, PrescribedItem } from '../clinical-record.ts'
import { SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import type { PrescriptionShape } from './document-shape.ts'
import {
  composition,
  concept,
  type EntryReference,
  establishmentReference,
  note,
  patientReference,
  practitionerReference,
  resource,
  type TransientEntries,
  to,
} from './parts.ts'

/** With one item at least. */
type Prescribing = Extract<ClinicalRecord, { prescription: unknown }>

/**
 * BRRegistroPrescricaoMedicamento, or the electronic one in its place, with its requests, each
 * followed by its medication where that is coded (RNDS.md §8.2). Nested in a RAC, or the root of a
 * document of its own: only then it may replace another.
 */
export function addPrescription(
  entries: TransientEntries,
  record: Prescribing,
  shape: PrescriptionShape,
  replaces: string | null,
): EntryReference {
  const root = entries.reserve()
  const requests = record.prescription.map((item) => {
    const request = entries.reserve()
    const coded = item.medication && entries.add(medication(item.medication, shape.medication))
    request.fill(medicationRequest(record, item, coded, shape.request))
    return request
  })
  const { profile, type, title } = shape
  root.fill(composition(record, { profile, type, title, sections: [requests], replaces }))
  return root
}

const CODE_SYSTEMS: Record<CodedMedication['system'], string> = {
  CATMAT: SYSTEMS.catmat,
  VMP: SYSTEMS.vmp,
  AMPP: SYSTEMS.ampp,
  ANVISA: SYSTEMS.anvisa,
  EAN: SYSTEMS.ean,
}

/** BRMedicamento (RNDS.md §8.4). */
function medication({ system, code, form }: CodedMedication, profile: string): Resource {
  return {
    ...resource('Medication', profile),
    code: concept(CODE_SYSTEMS[system], code),
    form: concept(SYSTEMS.unit, form),
  }
}

/**
 * BRPrescricaoMedicamento (RNDS.md §8.3), or what the profile in force has in its place. The
 * prescription's words are the note; without a coded medication they are all there is, and the
 * network demands them (ERR779). Doses are not structured: that would need a route, a unit and a
 * count nobody coded.
 */
function medicationRequest(
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
