import type { Principal } from '../access/principal.ts'
import { validationError } from '../errors.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { mustBeOnePerson } from './one-person.ts'
import { permission } from './state.ts'
import { isWithdrawable, type Submission } from './submission.ts'
import { type DeskDeps, inTime, readSlot, sendingEstablishment, TRIES } from './submission-desk.ts'
import {
  answerLost,
  heldInProgress,
  refusal,
  rejected,
  sentForOthers,
} from './submission-errors.ts'
import { prepare } from './submission-prepare.ts'
import { currentOf, slotOf } from './submission-slot.ts'

export interface SubmitInput {
  documentType: NetworkDocumentType
  patient: { cpf: string; cns: string | null }
  practitionerCns: string
  /** Needed until one is remembered. */
  cnes: string | null
}

export type SubmitRecord = ReturnType<typeof submitRecord>

/**
 * Sends a consultation's record (spec §4.2). It is stored before the network is called; the same content again gives the record
 * that is there. Resolves with a record that is `accepted`, or still `pending` when the network takes its time or nothing may leave.
 * @throws {AppError} `not_found`, `validation_error`, `rnds_unavailable` (not configured), `rnds_rejected`,
 *   `already_submitted`, `submission_in_progress`, and what the compiler throws
 */
export function submitRecord(deps: DeskDeps) {
  return async (principal: Principal, ehrId: string, input: SubmitInput): Promise<Submission> => {
    const consultation = await deps.openConsultation(principal, ehrId)
    const cnes = await chooseCnes(deps, consultation.organizationId, input.cnes)
    const establishment = await sendingEstablishment(deps, consultation.organizationId)

    for (let attempt = 0; attempt < TRIES; attempt++) {
      const slot = await readSlot(deps, consultation.id, (all) => slotOf(all, input.documentType))
      const current = currentOf(slot)
      const prepared = await prepare(deps, {
        consultation,
        establishment,
        ...input,
        cnes,
        localId: deps.newId(),
        replaces: null,
        at: deps.now(),
      })
      const allowed = permission(
        'submit',
        current?.state ?? 'none',
        prepared.digest === current?.digest,
      )
      if (allowed === 'same' && current) return outcome(deps, current)
      if (allowed === 'submission_in_progress' && current && isWithdrawable(current)) {
        if (deps.findHold()) throw heldInProgress()
      }
      if (allowed === 'already_submitted' && current && isOfOthers(current, { ...input, cnes }))
        throw sentForOthers()
      if (allowed !== 'go' && allowed !== 'same') throw refusal(allowed)

      const sealed = await prepared.seal(null)
      await mustBeOnePerson(deps, establishment, input.patient, input.practitionerCns)
      const stored = await deps.store.create(sealed, slot)
      if (!stored) continue
      if (establishment.cnes === null) await remember(deps, establishment.organizationId, cnes)
      return outcome(deps, stored)
    }
    throw answerLost()
  }
}

async function chooseCnes(
  { establishments }: DeskDeps,
  organizationId: string,
  given: string | null,
): Promise<string> {
  const cnes = given ?? (await establishments.find(organizationId))?.cnes
  if (cnes) return cnes
  throw validationError([{ field: 'cnes', issue: 'required' }])
}

/** In the profile of this moment: an administrator may have changed it while the network was asked. */
async function remember(
  { establishments }: Pick<DeskDeps, 'establishments'>,
  organizationId: string,
  cnes: string,
) {
  const profile = await establishments.find(organizationId)
  if (profile?.cnes === null) await establishments.save({ ...profile, cnes })
}

/** Of another person, or of another establishment, than what is asked for now. A CNS that only one of them has is no difference. */
function isOfOthers(
  { patient, cnes }: Pick<Submission, 'patient' | 'cnes'>,
  asked: Pick<Submission, 'patient' | 'cnes'>,
): boolean {
  const isOtherCns =
    patient.cns !== null && asked.patient.cns !== null && patient.cns !== asked.patient.cns
  return patient.cpf !== asked.patient.cpf || isOtherCns || cnes !== asked.cnes
}

/** What the network says of it in time; a refusal is the caller's at once. */
async function outcome(deps: DeskDeps, record: Submission): Promise<Submission> {
  if (record.state !== 'pending') return record
  const known = (await inTime(deps.outbox.deliverInOrder(record), deps)) ?? record
  if (known.state === 'rejected') throw rejected(known.issues)
  return known
}
