import type { Principal } from '../access/principal.ts'
import type { OpenConsultation } from '../consultation/consultation.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { type FindHold, heldInWords } from '../outgoing/hold.ts'
import { isOfAnotherDay } from './error-catalogue.ts'
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
    which: {
      documentType?: NetworkDocumentType | undefined
      /** Of one record, whatever became of it. */
      recordId?: string | undefined
    } = {},
  ): Promise<RecordStanding> => {
    const { id } = await deps.openConsultation(principal, ehrId)
    const records = await deps.store.listOfConsultation(id)
    const { documentType, recordId } = which
    if (recordId !== undefined) {
      const record = records.find((one) => one.id === recordId)
      if (!record) throw refusal('not_found')
      return { record, refusedReplacement: null }
    }
    const slot = documentType ? slotOf(records, documentType) : lastSlot(records)
    const record = currentOf(slot)
    const allowed = permission('status', record?.state ?? 'none')
    if (!record || allowed === 'not_found') throw refusal('not_found')
    const newest = slot.at(-1)
    const isRefusedSince = newest?.state === 'rejected' && newest.id !== record.id
    return { record, refusedReplacement: isRefusedSince ? newest : null }
  }
}

/** Why a record waits for something else than its turn and the network. */
export interface WaitingReason {
  code: 'outgoing_held' | 'network_date'
  /** pt-BR, for the doctor. */
  message: string
}

const ANOTHER_DAY: WaitingReason = {
  code: 'network_date',
  message:
    'A RNDS recusou a data do envio, que não é a de hoje. O registro está guardado e será enviado de novo sozinho; peça ao administrador que confira o relógio do servidor.',
}

export type WhyWaiting = ReturnType<typeof whyWaiting>

/** @returns null for a record that does not wait, or only for its turn and the network */
export function whyWaiting(findHold: FindHold) {
  return ({ state, issues }: Pick<Submission, 'state' | 'issues'>): WaitingReason | null => {
    if (state !== 'pending') return null
    const hold = findHold()
    if (hold) {
      const what =
        'o registro está guardado e será enviado sozinho quando o administrador a liberar.'
      return { code: 'outgoing_held', message: `${heldInWords(hold)}: ${what}` }
    }
    return issues.some(({ code }) => isOfAnotherDay(code)) ? ANOTHER_DAY : null
  }
}
