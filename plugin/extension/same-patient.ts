/** Whether the page beside shows the patient of the visit, as far as a rule can read that. */
import type { Texts } from './page-words.ts'
import { words } from './words.ts'

export interface PatientOfPage {
  /** Not the visit's: nothing is written. */
  refusal: string | undefined
  /** Names differ, and no identifier tells: the doctor says whether it is the same patient. */
  doubt: string | undefined
}

/** Whose visit it is, in the EHR's words where they are known. */
interface Patient {
  ids: { patientId: string; consultationId: string }
  patientName: string
}

/** As the service makes identifiers of its own: no page has them. */
const OWN = /^ext-[0-9a-f]{32}$/

export function patientOfPage({ ids, patientName }: Patient, found: Texts): PatientOfPage {
  const t = words.otherPatient
  const { patient_name: name, patient_id: patient, ehr_id: visit } = found
  const differ = (there: string | undefined, ours: string) =>
    there !== undefined && !OWN.test(ours) && there !== ours
  if (differ(patient, ids.patientId)) return refused(t.patient(name ?? patient!, patientName))
  if (differ(visit, ids.consultationId)) return refused(t.visit(visit!, ids.consultationId))
  const isKnown = patient !== undefined && patient === ids.patientId
  if (isKnown || name === undefined || folded(name) === folded(patientName))
    return { refusal: undefined, doubt: undefined }
  return { refusal: undefined, doubt: t.doubt(name, patientName) }
}

function refused(refusal: string): PatientOfPage {
  return { refusal, doubt: undefined }
}

function folded(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().replace(/\s+/g, ' ').trim()
}
