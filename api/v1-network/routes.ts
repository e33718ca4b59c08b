import { Router } from '@koa/router'
import type { Context } from 'koa'
import type { z } from 'zod'
import type { AuditFacts } from '../../core/audit/ports.ts'
import { validationError } from '../../core/errors.ts'
import type { DeleteRecord as DeleteRecordUseCase } from '../../core/rnds/delete-record.ts'
import type { DoctorsChoices } from '../../core/rnds/known-roles.ts'
import type { NetworkPatient } from '../../core/rnds/network.ts'
import type {
  Replacement,
  ReplaceRecord as ReplaceRecordUseCase,
} from '../../core/rnds/replace-record.ts'
import type { Submission } from '../../core/rnds/submission.ts'
import { toldIssues } from '../../core/rnds/submission-errors.ts'
import type {
  FindPatient as FindPatientUseCase,
  FindPractitioner as FindPractitionerUseCase,
  FoundPractitioner,
} from '../../core/rnds/submission-lookups.ts'
import type {
  RecordStanding,
  RecordStatus as RecordStatusUseCase,
  WaitingReason,
  WhyWaiting,
} from '../../core/rnds/submission-status.ts'
import type { SubmitRecord as SubmitRecordUseCase } from '../../core/rnds/submit-record.ts'
import { type ApiState, principalOf } from '../context.ts'
import { readInput } from '../read-input.ts'
import {
  type DeletedBody,
  DeleteRecord,
  FindPatient,
  FindPatientByBody,
  FindPractitioner,
  type PatientBody,
  type PractitionerBody,
  RecordStatus,
  type ReplacedBody,
  ReplaceRecord,
  type StatusBody,
  SubmitRecord,
  type SubmittedBody,
} from './schema.ts'

export interface NetworkUseCases {
  submitRecord: SubmitRecordUseCase
  recordStatus: RecordStatusUseCase
  replaceRecord: ReplaceRecordUseCase
  deleteRecord: DeleteRecordUseCase
  findPatient: FindPatientUseCase
  findPractitioner: FindPractitionerUseCase
  whyWaiting: WhyWaiting
  doctorsChoices: DoctorsChoices
}

/** The clinical-network endpoints under `/v1` (spec §4.2). */
export function networkRoutes(useCases: NetworkUseCases): Router<ApiState> {
  const remove = async (ctx: Context) => {
    const { ehrId, ...order } = readInput(DeleteRecord, ctx)
    ctx.body = presentDeleted(await useCases.deleteRecord(principalOf(ctx), ehrId, order))
  }
  const find = async (
    ctx: Context,
    query: { cpf?: string | undefined; cns?: string | undefined },
  ) => {
    if (query.cpf === undefined && query.cns === undefined)
      throw validationError([
        { field: 'cpf', issue: 'required' },
        { field: 'cns', issue: 'required' },
      ])
    ctx.body = presentPatient(await useCases.findPatient(principalOf(ctx), query))
  }

  return (
    new Router<ApiState>()
      .post('/ehrs/:ehr_id/rnds/submit', async (ctx) => {
        const { ehrId, ...input } = readInput(SubmitRecord, ctx)
        const record = await useCases.submitRecord(principalOf(ctx), ehrId, input)
        ctx.state.auditFacts = occupationFacts(record)
        ctx.body = {
          ...presentSubmitted(ehrId, record, await useCases.whyWaiting(record)),
          ...presentChoices(await useCases.doctorsChoices(principalOf(ctx), ehrId, input.told)),
        }
      })
      .get('/ehrs/:ehr_id/rnds/status', async (ctx) => {
        const { ehrId, which } = readInput(RecordStatus, ctx)
        const standing = await useCases.recordStatus(principalOf(ctx), ehrId, which)
        ctx.body = presentStatus(ehrId, standing, await useCases.whyWaiting(standing.record))
      })
      .put('/ehrs/:ehr_id/rnds/replace', async (ctx) => {
        const { ehrId, ...order } = readInput(ReplaceRecord, ctx)
        const replacement = await useCases.replaceRecord(principalOf(ctx), ehrId, order)
        ctx.state.auditFacts = occupationFacts(replacement.record)
        ctx.body = {
          ...presentReplaced(replacement, await useCases.whyWaiting(replacement.record)),
          ...presentChoices(await useCases.doctorsChoices(principalOf(ctx), ehrId, order.told)),
        }
      })
      .delete('/ehrs/:ehr_id/rnds', remove)
      // Some proxies drop the body of a DELETE (SPEC-GAPS C13).
      .post('/ehrs/:ehr_id/rnds/delete', remove)
      .get('/rnds/patient', (ctx) => find(ctx, readInput(FindPatient, ctx)))
      // For callers that keep numbers of people out of addresses (SPEC-GAPS C12).
      .post('/rnds/patient', (ctx) => find(ctx, readInput(FindPatientByBody, ctx)))
      .get('/rnds/practitioner', async (ctx) => {
        const { cns } = readInput(FindPractitioner, ctx)
        ctx.body = presentPractitioner(await useCases.findPractitioner(principalOf(ctx), cns))
      })
  )
}

/**
 * Answers of the clinical-network endpoints, name by name (spec §4.2).
 *
 * `submitted` means taken: what becomes of it is told by the status (SPEC-GAPS C18).
 */
function presentSubmitted(
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

function presentStatus(
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

function presentReplaced(
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

function presentDeleted({ id, updatedAt }: Submission): z.infer<typeof DeletedBody> {
  return { status: 'deleted', rnds_record_id: id, deleted_at: updatedAt.toISOString() }
}

function presentPatient(patient: NetworkPatient): z.infer<typeof PatientBody> {
  const { cpf, cns, name, birthDate, gender } = patient
  return { patient: { cpf, cns, name, birth_date: birthDate, gender } }
}

/**
 * The network's published samples tell no council (RNDS.md §4.7); where an answer does, it is told.
 */
function presentPractitioner({
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
function presentChoices(choices: Record<string, string>) {
  return Object.keys(choices).length > 0 ? { chosen_by_doctor: choices } : {}
}

/** Whose word the occupation was, for the trail. */
function occupationFacts({ occupation }: Submission): AuditFacts {
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
