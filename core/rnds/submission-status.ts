import type { Principal } from '../access/principal.ts'
import type { OpenConsultation } from '../consultation/consultation.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import type { SubmissionStore } from './ports.ts'
import { permission } from './state.ts'
import type { Submission } from './submission.ts'
import { refusal } from './submission-errors.ts'
import { currentOf, lastSlot, slotOf } from './submission-slot.ts'

export interface RecordStanding {
  record: Submission
  /** A later one that was refused, while the network goes on holding `record`. */
  refusedReplacement: Submission | null
}

export type RecordStatus = ReturnType<typeof recordStatus>

/**
 * Where the consultation's last submission stands (spec §4.2). Nothing is asked of the network.
 * @throws {AppError} `not_found` also without a submission
 */
export function recordStatus(deps: {
  store: Pick<SubmissionStore, 'listOfConsultation'>
  openConsultation: OpenConsultation
}) {
  return async (
    principal: Principal,
    ehrId: string,
    documentType?: NetworkDocumentType,
  ): Promise<RecordStanding> => {
    const { id } = await deps.openConsultation(principal, ehrId)
    const records = await deps.store.listOfConsultation(id)
    const slot = documentType ? slotOf(records, documentType) : lastSlot(records)
    const record = currentOf(slot)
    const allowed = permission('status', record?.state ?? 'none')
    if (!record || allowed === 'not_found') throw refusal('not_found')
    const newest = slot.at(-1)
    const isRefusedSince = newest?.state === 'rejected' && newest.id !== record.id
    return { record, refusedReplacement: isRefusedSince ? newest : null }
  }
}
