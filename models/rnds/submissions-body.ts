import type { Attempt, Submission } from '../../core/rnds/submission.ts'
import type { WaitingCause } from '../../core/rnds/waiting.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'
import type { AttemptRow, SubmissionRow } from './submissions-row.ts'

/** What only the consultation's key opens: everything that is clinical or names a person. */
type Body = Pick<
  Submission,
  | 'patient'
  | 'practitionerCns'
  | 'told'
  | 'occupation'
  | 'profiles'
  | 'digest'
  | 'bundle'
  | 'issues'
> & {
  deletion: { practitionerCns: string; reason: string } | null
}

/** A record as its row, without the columns that the statement sets. */
export async function toRow(record: Submission, seal: ConsultationSeal) {
  const { id, consultationId, documentType, state, patient, practitionerCns, digest } = record
  const { bundle, issues, deletion, replaces, lease } = record
  const body: Body = {
    patient,
    practitionerCns,
    told: record.told,
    occupation: record.occupation,
    profiles: record.profiles,
    digest,
    bundle,
    issues,
    deletion: deletion && {
      practitionerCns: deletion.practitionerCns,
      reason: deletion.reason,
    },
  }
  return {
    id,
    organizationId: record.organizationId,
    consultationId,
    documentType,
    sequence: record.sequence,
    state,
    pendingSlot: state === 'pending' ? `${consultationId} ${documentType}` : null,
    localId: record.localId,
    networkId: record.networkId,
    replacesId: replaces?.id ?? null,
    replacesNetworkId: replaces?.networkId ?? null,
    cnes: record.cnes,
    sealedBody: await seal.seal(consultationId, contextOf(id), JSON.stringify(body)),
    submittedAt: record.submittedAt,
    updatedAt: record.updatedAt,
    failedAttempts: record.failedAttempts,
    giveUpAt: NEVER,
    waitingCause: record.waiting?.cause ?? null,
    waitingSince: record.waiting?.since ?? null,
    waitingToldAt: record.waitingToldAt,
    dueAt: record.dueAt,
    answerHeaders: record.answerHeaders && JSON.stringify(record.answerHeaders),
    inDoubtSince: record.inDoubtSince,
    deletionRequestedAt: deletion?.requestedAt ?? null,
    deletionInDoubtSince: deletion?.inDoubtSince ?? null,
    leaseOwner: lease?.owner ?? null,
    leaseExpiresAt: lease?.expiresAt ?? null,
    version: record.version,
  }
}

/**
 * Of a record whose content retention has erased, what is left: that it was sent, when, and how the
 * network names it.
 */
async function openBody(row: SubmissionRow, seal: ConsultationSeal): Promise<Body> {
  if (row.sealedBody.length > 0)
    return JSON.parse(
      await seal.open(row.consultationId, contextOf(row.id), row.sealedBody),
    ) as Body
  return {
    patient: { cpf: '', cns: null },
    practitionerCns: '',
    told: null,
    occupation: null,
    profiles: null,
    digest: '',
    issues: [],
    bundle: emptyBundle(row),
    deletion: row.deletionRequestedAt && { practitionerCns: '', reason: '' },
  }
}

/** @throws {AppError} `vault_damaged` */
export async function toRecord(row: SubmissionRow, seal: ConsultationSeal): Promise<Submission> {
  const { deletion, ...body } = await openBody(row, seal)
  const { replacesId, replacesNetworkId, deletionRequestedAt, leaseOwner, leaseExpiresAt } = row
  return {
    ...body,
    // Absent in records of earlier versions.
    told: body.told ?? null,
    occupation: body.occupation ?? null,
    profiles: body.profiles ?? null,
    id: row.id,
    organizationId: row.organizationId,
    consultationId: row.consultationId,
    documentType: row.documentType as Submission['documentType'],
    sequence: row.sequence,
    state: row.state as Submission['state'],
    localId: row.localId,
    networkId: row.networkId,
    replaces:
      replacesId !== null && replacesNetworkId !== null
        ? { id: replacesId, networkId: replacesNetworkId }
        : null,
    cnes: row.cnes,
    submittedAt: row.submittedAt,
    updatedAt: row.updatedAt,
    failedAttempts: row.failedAttempts,
    waiting: waitingOf(row),
    waitingToldAt: row.waitingToldAt,
    dueAt: row.dueAt,
    answerHeaders: row.answerHeaders === null ? null : JSON.parse(row.answerHeaders),
    inDoubtSince: row.inDoubtSince,
    deletion:
      deletion && deletionRequestedAt
        ? {
            ...deletion,
            requestedAt: deletionRequestedAt,
            inDoubtSince: row.deletionInDoubtSince,
          }
        : null,
    lease:
      leaseOwner !== null && leaseExpiresAt !== null
        ? { owner: leaseOwner, expiresAt: leaseExpiresAt }
        : null,
    version: row.version,
  }
}

export function toAttempt(row: AttemptRow): Attempt {
  const { id, submissionId, startedAt, endedAt, httpStatus } = row
  return {
    id,
    submissionId,
    action: row.action as Attempt['action'],
    startedAt,
    endedAt,
    outcome: row.outcome as Attempt['outcome'],
    httpStatus,
    codes: JSON.parse(row.codes) as string[],
  }
}

export function waitingOf({
  waitingCause,
  waitingSince,
}: Pick<SubmissionRow, 'waitingCause' | 'waitingSince'>): Submission['waiting'] {
  if (waitingCause === null || waitingSince === null) return null
  return { cause: waitingCause as WaitingCause, since: waitingSince }
}

/** For a program from before 0032, which gives records up; this one does not. */
const NEVER = new Date(Date.UTC(9999, 0))

function contextOf(id: string): string {
  return `rnds submission ${id}`
}

function emptyBundle({ localId, submittedAt }: SubmissionRow): Submission['bundle'] {
  return {
    resourceType: 'Bundle',
    identifier: { system: '', value: localId },
    type: 'document',
    timestamp: submittedAt.toISOString(),
    entry: [],
  }
}
