import type { EncounterRecord } from '../clinical-record.ts'
import { PROFILES } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, patientReference, resource } from './parts.ts'

/** BRObservacaoDescritiva-1.0: why the patient came, in words (RNDS.md §7.4). */
export function reason(record: EncounterRecord, words: string): Resource {
  return {
    ...resource('Observation', PROFILES.reason),
    status: 'final',
    code: concept(record.spellings.loinc, '48767-8'),
    subject: patientReference(record),
    issued: record.encounter.start,
    valueString: words,
  }
}
