import type { CodedDiagnosis, EncounterRecord } from '../clinical-record.ts'
import { PROFILES, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, note, patientReference, resource } from './parts.ts'

/** BRProblemaDiagnostico (RNDS.md §7.3). */
export function problem(record: EncounterRecord, diagnosis: CodedDiagnosis): Resource {
  const system = diagnosis.system === 'CID10' ? SYSTEMS.cid10 : SYSTEMS.ciap2
  return {
    ...resource('Condition', PROFILES.problem),
    clinicalStatus: concept(SYSTEMS.conditionClinical, 'active'),
    category: [concept(SYSTEMS.conditionCategory, 'encounter-diagnosis')],
    code: concept(system, diagnosis.code),
    subject: patientReference(record),
    ...note(diagnosis.note),
  }
}
