import type { Principal } from '../access/principal.ts'
import { type VisitFacts, withoutChosen } from '../consultation/visit-facts.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { toldBefore } from './compile-record/told-facts.ts'
import { permission } from './state.ts'
import { currentOf, lastLiveSlot, type Submission, slotOf } from './submission.ts'
import { type DeskDeps, inTime, readSlot, sendingEstablishment, TRIES } from './submission-desk.ts'
import { answerLost, refusal, rejected } from './submission-errors.ts'
import { askingOccupation, prepare } from './submission-prepare.ts'

export interface ReplaceInput {
  /** Of the professional responsible for the correction. */
  practitionerCns: string
  /** Of the last submission unless said. */
  documentType?: NetworkDocumentType | undefined
  /**
   * Of this visit; what is not said is as in the record that is replaced. What its doctor chose in
   * the plugin stays.
   */
  told?: VisitFacts | undefined
}

export interface Replacement {
  record: Submission
  previousId: string
}

export type ReplaceRecord = ReturnType<typeof replaceRecord>

/**
 * Sends the record anew, in the place of the one that the network has (spec §4.2). Patient and
 * establishment are those of the record that is replaced. Where nothing has changed, there is no
 * new version: the record that is there is given, and as the previous one the one that it replaced,
 * or itself.
 * @throws {AppError} `not_found`, `no_previous_submission`, `submission_in_progress`,
 * `validation_error`, `rnds_unavailable` (not configured), `rnds_rejected` (the previous one
 * stays), and what the compiler throws
 */
export function replaceRecord(deps: DeskDeps) {
  return async (
    principal: Principal,
    ehrId: string,
    { practitionerCns, documentType, told }: ReplaceInput,
  ): Promise<Replacement> => {
    const consultation = await deps.openConsultation(principal, ehrId)
    const choose = (all: readonly Submission[]) =>
      documentType ? slotOf(all, documentType) : lastLiveSlot(all)

    for (let attempt = 0; attempt < TRIES; attempt++) {
      const slot = await readSlot(deps, consultation.id, choose)
      const current = currentOf(slot)
      const allowed = permission('replace', current?.state ?? 'none')
      if (allowed !== 'go' && allowed !== 'same') throw refusal(allowed)
      if (!current?.networkId) throw refusal('no_previous_submission')
      if (current.deletion) throw answerLost(deps.findHold())

      const establishment = await sendingEstablishment(deps, consultation.organizationId)
      const { patient, cnes, localId, networkId } = current
      const preparing = prepare(deps, {
        consultation,
        establishment,
        documentType: current.documentType,
        patient,
        practitionerCns,
        cnes,
        localId,
        replaces: networkId,
        told: withoutChosen(consultation, toldBefore(current, { told, practitionerCns })),
        earlier: current,
        wasRefused: slot.at(-1)?.state === 'rejected',
        at: deps.now(),
      })
      const prepared = await askingOccupation(deps, principal, ehrId, preparing)
      // Each version may be replaced once: one that says nothing new would waste it.
      if (prepared.digest === current.digest)
        return { record: current, previousId: current.replaces?.id ?? current.id }

      const replacement = await prepared.seal({ id: current.id, networkId })
      const stored = await deps.store.create(replacement, slot)
      if (!stored) continue
      const record = (await inTime(deps.outbox.deliverInOrder(stored), deps)) ?? stored
      if (record.state === 'rejected') throw rejected(record.issues)
      return { record, previousId: current.id }
    }
    throw answerLost()
  }
}
