import { type Principal, requireBackend } from '../access/principal.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { moved, permission } from './state.ts'
import {
  currentOf,
  type Deletion,
  isWithdrawable,
  lastLiveSlot,
  type Submission,
  slotOf,
} from './submission.ts'
import { type DeskDeps, inTime, readSlot } from './submission-desk.ts'
import { answerLost, hinting, refusal, removalRejected, unreachable } from './submission-errors.ts'

export interface DeleteInput {
  /** Of the professional authorizing it. */
  practitionerCns: string
  reason: string
  /** Of the last submission unless said. */
  documentType?: NetworkDocumentType | undefined
}

export type DeleteRecord = ReturnType<typeof deleteRecord>

/**
 * Deletes the record at the network, which is irreversible there (spec §4.2). On a held box one
 * that never left is taken back here.
 * @throws {AppError} `forbidden` for a page, `not_found`, `no_previous_submission`,
 * `submission_in_progress`, `rnds_rejected` (nothing changed), `rnds_unavailable` (nothing was
 * deleted, or what came of it will be found out and seen in the status), `outgoing_held`
 */
export function deleteRecord(deps: DeskDeps) {
  return async (
    principal: Principal,
    ehrId: string,
    { practitionerCns, reason, documentType }: DeleteInput,
  ): Promise<Submission> => {
    const consultation = await deps.openConsultation(principal, ehrId)
    requireBackend(principal)
    const slot = await readSlot(deps, consultation.id, (all) =>
      documentType ? slotOf(all, documentType) : lastLiveSlot(all),
    )
    const current = currentOf(slot)
    if (current?.state === 'pending' && deps.findHold()) {
      const withdrawn = await withdraw(deps, current, { practitionerCns, reason })
      if (withdrawn) return withdrawn
    }
    const allowed = permission('delete', current?.state ?? 'none')
    if (allowed !== 'go' && allowed !== 'same') throw refusal(allowed)
    if (!current) throw refusal('no_previous_submission')
    await hinting(deps.networkOf(consultation.organizationId))

    const removal = await inTime(deps.outbox.remove(current.id, { practitionerCns, reason }), deps)
    switch (removal?.kind) {
      case 'deleted':
        return removal.record
      case 'refused':
        throw removalRejected(removal.issues)
      case 'busy':
        throw answerLost()
      default:
        throw unreachable(
          'A RNDS não confirmou a exclusão. Consulte a situação do registro antes de tentar de novo.',
        )
    }
  }
}

/** @returns null when it may have left, or somebody works on it */
async function withdraw(
  { store, now }: Pick<DeskDeps, 'store' | 'now'>,
  record: Submission,
  order: Pick<Deletion, 'practitionerCns' | 'reason'>,
): Promise<Submission | null> {
  if (!isWithdrawable(record)) return null
  const at = now()
  const saved = await store.save([
    {
      ...record,
      state: moved(record.state, 'withdrawn'),
      deletion: { ...order, requestedAt: at, inDoubtSince: null },
      updatedAt: at,
      dueAt: null,
    },
  ])
  return saved?.[0] ?? null
}
