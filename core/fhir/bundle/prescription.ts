import type { ClinicalRecord, PrescribedItem } from '../clinical-record.ts'
import { PROFILES } from '../terms.ts'
import { composition } from './composition.ts'
import { medication } from './medication.ts'
import { medicationRequest } from './medication-request.ts'
import type { EntryReference, TransientEntries } from './transient-entries.ts'

/**
 * BRRegistroPrescricaoMedicamento with its requests, each followed by its medication where that is
 * coded (RNDS.md §8.2). Nested in a RAC, or the root of a document of its own: only then it may
 * replace another.
 * @param items at least one
 */
export function addPrescription(
  entries: TransientEntries,
  record: ClinicalRecord,
  items: readonly PrescribedItem[],
  replaces: string | null,
): EntryReference {
  const root = entries.reserve()
  const requests = items.map((item) => {
    const request = entries.reserve()
    const coded = item.medication && entries.add(medication(item.medication))
    request.fill(medicationRequest(record, item, coded))
    return request
  })
  root.fill(
    composition(record, {
      profile: PROFILES.prescriptionRecord,
      type: 'RPM',
      title: 'Registro de Prescrição de Medicamento',
      sections: [requests],
      replaces,
    }),
  )
  return root
}
