import type { Principal } from '../access/principal.ts'
import type { OpenConsultation } from '../consultation/consultation.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { type FindHold, heldInWords } from '../outgoing/hold.ts'
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

/** Why a record waits for something else than the network. */
export interface WaitingReason {
  code: 'outgoing_held'
  /** pt-BR, for the doctor. */
  message: string
}

export type WhyWaiting = ReturnType<typeof whyWaiting>

/** @returns null for a record that does not wait, or only for its turn and the network */
export function whyWaiting(findHold: FindHold) {
  return ({ state }: Pick<Submission, 'state'>): WaitingReason | null => {
    const hold = state === 'pending' ? findHold() : null
    if (!hold) return null
    const what = 'o registro está guardado e será enviado sozinho quando o administrador a liberar.'
    return { code: 'outgoing_held', message: `${heldInWords(hold)}: ${what}` }
  }
}
