import type { Principal } from '../access/principal.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { permission } from './state.ts'
import type { Submission } from './submission.ts'
import { type DeskDeps, inTime, readSlot } from './submission-desk.ts'
import { answerLost, hinting, refusal, removalRejected, unreachable } from './submission-errors.ts'
import { currentOf, lastLiveSlot, slotOf } from './submission-slot.ts'

export interface DeleteInput {
  /** Of the professional authorizing it. */
  practitionerCns: string
  reason: string
  /** Of the last submission unless said. */
  documentType?: NetworkDocumentType | undefined
}

export type DeleteRecord = ReturnType<typeof deleteRecord>

/**
 * Deletes the record at the network, which is irreversible there (spec §4.2).
 * @throws {AppError} `not_found`, `no_previous_submission`, `submission_in_progress`, `rnds_rejected` (nothing changed),
 *   `rnds_unavailable` (nothing was deleted, or what came of it will be found out and seen in the status)
 */
export function deleteRecord(deps: DeskDeps) {
  return async (
    principal: Principal,
    ehrId: string,
    { practitionerCns, reason, documentType }: DeleteInput,
  ): Promise<Submission> => {
    const consultation = await deps.openConsultation(principal, ehrId)
    const slot = await readSlot(deps, consultation.id, (all) =>
      documentType ? slotOf(all, documentType) : lastLiveSlot(all),
    )
    const current = currentOf(slot)
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
