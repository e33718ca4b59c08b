import type { EncounterRecord, MedicalCertificate } from '../clinical-record.ts'
import { PROFILES, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, given, patientReference, resource, to } from './parts.ts'
import type { EntryReference, TransientEntries } from './transient-entries.ts'

/** BRAtestado, followed by its diagnosis where the certificate shows one (RNDS.md §7.10). */
export function addCertificate(
  entries: TransientEntries,
  record: EncounterRecord,
  issued: MedicalCertificate,
): EntryReference {
  const root = entries.reserve()
  const shown = issued.diagnosis === null ? null : entries.add(diagnosis(record, issued.diagnosis))
  root.fill(certificate(record, issued, shown))
  return root
}

function certificate(
  record: EncounterRecord,
  issued: MedicalCertificate,
  shown: EntryReference | null,
): Resource {
  return {
    ...resource('CarePlan', PROFILES.certificate),
    status: 'active',
    intent: 'plan',
    category: [concept(SYSTEMS.documentType, 'ATM')],
    subject: patientReference(record),
    ...given('addresses', shown && [to(shown)]),
    activity: [
      {
        detail: {
          status: 'unknown',
          scheduledTiming: { event: [issued.start], repeat: { count: issued.days } },
          ...given('description', issued.description),
        },
      },
    ],
  }
}

/** BRCID10Avaliado-1.0: referenced by the certificate alone, never by a section. */
function diagnosis(record: EncounterRecord, code: string): Resource {
  return {
    ...resource('Condition', PROFILES.certificateDiagnosis),
    clinicalStatus: concept(SYSTEMS.conditionClinical, 'active'),
    code: concept(SYSTEMS.cid10, code),
    subject: patientReference(record),
  }
}
