/** Answers of the clinical-network endpoints, name by name (spec §4.2). */
import type { z } from 'zod'
import type { AuditFacts } from '../../core/audit/ports.ts'
import type { NetworkPatient } from '../../core/rnds/network.ts'
import type { Replacement } from '../../core/rnds/replace-record.ts'
import type { Submission } from '../../core/rnds/submission.ts'
import type { FoundPractitioner } from '../../core/rnds/submission-lookups.ts'
import type { RecordStanding, WaitingReason } from '../../core/rnds/submission-status.ts'
import { toldIssues } from '../../core/rnds/told-issues.ts'
import type {
  DeletedBody,
  PatientBody,
  PractitionerBody,
  ReplacedBody,
  StatusBody,
  SubmittedBody,
} from './schema.ts'

/** `submitted` means taken: what becomes of it is told by the status (SPEC-GAPS C18). */
export function presentSubmitted(
  /** As the caller named it. */
  ehrId: string,
  record: Submission,
  waiting: WaitingReason | null,
): z.infer<typeof SubmittedBody> {
  return {
    status: 'submitted',
    rnds_record_id: record.id,
    document_type: record.documentType,
    submitted_at: record.submittedAt.toISOString(),
    ehr_id: ehrId,
    cnes: record.cnes,
    ...presentOccupation(record),
    ...told(waiting),
  }
}

export function presentStatus(
  ehrId: string,
  { record, refusedReplacement }: RecordStanding,
  waiting: WaitingReason | null,
): z.infer<typeof StatusBody> {
  return {
    ehr_id: ehrId,
    rnds_record_id: record.id,
    status: record.state,
    document_type: record.documentType,
    submitted_at: record.submittedAt.toISOString(),
    last_updated_at: record.updatedAt.toISOString(),
    ...presentOccupation(record),
    ...told(waiting),
    ...(record.issues.length > 0 && { details: toldIssues(record.issues) }),
    ...(refusedReplacement && {
      rejected_replacement: {
        rnds_record_id: refusedReplacement.id,
        details: toldIssues(refusedReplacement.issues),
      },
    }),
  }
}

export function presentReplaced(
  { record, previousId }: Replacement,
  waiting: WaitingReason | null,
): z.infer<typeof ReplacedBody> {
  const at = record.state === 'accepted' ? record.updatedAt : record.submittedAt
  return {
    status: 'replaced',
    rnds_record_id: record.id,
    previous_record_id: previousId,
    replaced_at: at.toISOString(),
    ...told(waiting),
  }
}

export function presentDeleted({ id, updatedAt }: Submission): z.infer<typeof DeletedBody> {
  return { status: 'deleted', rnds_record_id: id, deleted_at: updatedAt.toISOString() }
}

export function presentPatient(patient: NetworkPatient): z.infer<typeof PatientBody> {
  const { cpf, cns, name, birthDate, gender } = patient
  return { patient: { cpf, cns, name, birth_date: birthDate, gender } }
}

/**
 * The network's published samples tell no council (RNDS.md §4.7); where an answer does, it is told.
 */
export function presentPractitioner({
  cns,
  name,
  specialty,
  council,
}: FoundPractitioner): z.infer<typeof PractitionerBody> {
  return {
    practitioner: {
      cns,
      name,
      specialty,
      council: council?.name ?? null,
      council_number: council?.number ?? null,
      council_state: council?.state ?? null,
    },
  }
}

function presentOccupation({ occupation }: Submission) {
  if (!occupation) return {}
  const { code, from, isConfirmed } = occupation
  return { occupation: { code, from, confirmed: isConfirmed } }
}

/** Beside the contract: what the doctor chose where the call said something else. */
export function presentChoices(choices: Record<string, string>) {
  return Object.keys(choices).length > 0 ? { chosen_by_doctor: choices } : {}
}

/** Whose word the occupation was, for the trail. */
export function occupationFacts({ occupation }: Submission): AuditFacts {
  if (!occupation) return {}
  const { from, isConfirmed } = occupation
  return { occupation_from: from, occupation_confirmed: isConfirmed }
}

/** Beside the contract: what a record that is stored waits for. */
function told(waiting: WaitingReason | null) {
  if (!waiting) return {}
  const { code, message, since, nextAttemptAt } = waiting
  const next_attempt_at = nextAttemptAt?.toISOString() ?? null
  return { waiting: { code, message, since: since.toISOString(), next_attempt_at } }
}
