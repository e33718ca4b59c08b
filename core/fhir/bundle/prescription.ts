import type { ClinicalRecord } from '../clinical-record.ts'
import { composition } from './composition.ts'
import type { PrescriptionShape } from './document-shape.ts'
import { medication } from './medication.ts'
import { medicationRequest } from './medication-request.ts'
import type { EntryReference, TransientEntries } from './transient-entries.ts'

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
