import type { EncounterRecord, Measurement } from '../clinical-record.ts'
import { PROFILES } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, patientReference, resource } from './parts.ts'

/**
 * BRMedidaObservada (RNDS.md §7.6). When it was measured has no place: the profile takes no
 * `issued`.
 */
export function measurement(record: EncounterRecord, measured: Measurement): Resource {
  return {
    ...resource('Observation', PROFILES.measurement),
    status: 'final',
    code: concept(record.spellings.loinc, measured.code),
    subject: patientReference(record),
    valueQuantity: { value: measured.value, system: record.spellings.ucum, code: measured.unit },
  }
}
