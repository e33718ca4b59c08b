import type { Principal } from '../access/principal.ts'
import type { Consultation } from '../consultation/consultation.ts'
import { type VisitFacts, withoutChosen } from '../consultation/visit-facts.ts'
import { validationError } from '../errors.ts'
import type { NetworkDocumentType, PatientNumbers } from '../fhir/clinical-record.ts'
import { rememberedCnes } from './compile-record/establishment.ts'
import type { NetworkIssue } from './network.ts'
import { permission } from './state.ts'
import { currentOf, isWithdrawable, type Submission, slotOf } from './submission.ts'
import { type DeskDeps, inTime, readSlot, sendingEstablishment, TRIES } from './submission-desk.ts'
import {
  answerLost,
  heldInProgress,
  refusal,
  rejected,
  sentForOthers,
} from './submission-errors.ts'
import { mustBeOnePerson } from './submission-lookups.ts'
import { askingOccupation, prepare } from './submission-prepare.ts'
import { type AskedKey, askedKey, findAsked, type KeptAnswer, type KeptKey } from './submit-key.ts'

export interface SubmitInput {
  documentType: NetworkDocumentType
  patient: PatientNumbers
  practitionerCns: string
  /**
   * Needed until one is remembered, and always where the organization has several establishments.
   */
  cnes: string | null
  /**
   * Of this visit, in place of what is usual; absent where nothing is said. What its doctor chose
   * in the plugin stays.
   */
  told?: VisitFacts | undefined
  /**
   * The caller's name for this call: asked again under it within a day, the answer is the same
   * (SPEC-GAPS C14).
   */
  idempotencyKey?: string | undefined
}

export type SubmitRecord = ReturnType<typeof submitRecord>

/**
 * Sends a consultation's record (spec §4.2). It is stored before the network is called; the same
 * content again gives the record that is there, and so does the same key, whatever the content has
 * become. Resolves with a record that is `accepted`, or still `pending` when the network takes its
 * time or nothing may leave; one that a key names may have been replaced or deleted since.
 * @throws {AppError} `not_found`, `validation_error`, `rnds_unavailable` (not configured),
 * `rnds_rejected`, `already_submitted`, `submission_in_progress`, `idempotency_key_reused`, and
 * what the compiler throws
 */
export function submitRecord(deps: DeskDeps) {
  return async (
    principal: Principal,
    ehrId: string,
    { idempotencyKey: key, ...call }: SubmitInput,
  ): Promise<Submission> => {
    const consultation = await deps.openConsultation(principal, ehrId)
    const { id: consultationId, organizationId } = consultation
    // What the doctor chose after looking at it is what the doctor expects to go.
    const input = { ...call, ...(call.told && { told: withoutChosen(consultation, call.told) }) }
    const asked =
      key === undefined
        ? null
        : await askedKey(deps.index, { organizationId, consultationId, key, request: call })

    for (let attempt = 0; attempt < TRIES; attempt++) {
      const kept = asked && (await findAsked(deps.store, asked))
      const record = kept
        ? await deps.store.find(kept.submissionId)
        : await askingOccupation(deps, principal, ehrId, place(deps, consultation, input, asked))
      if (!record) continue
      const told = kept?.answer ? record : await awaitAnswer(deps, record)
      const refused = await answerOf(deps, asked, kept, told)
      if (refused) throw rejected(refused)
      if (!kept?.answer) await rememberCnes(deps, told)
      return told
    }
    throw answerLost()
  }
}

/**
 * The record that says what is asked for: the one that is there, or a new one.
 * @returns null when somebody was faster
 */
async function place(
  deps: DeskDeps,
  consultation: Consultation,
  input: Omit<SubmitInput, 'idempotencyKey'>,
  asked: AskedKey | null,
): Promise<Submission | null> {
  const cnes = await chooseCnes(deps, consultation.organizationId, input.cnes)
  const establishment = await sendingEstablishment(deps, consultation.organizationId)
  const slot = await readSlot(deps, consultation.id, (all) => slotOf(all, input.documentType))
  const current = currentOf(slot)
  const prepared = await prepare(deps, {
    consultation,
    establishment,
    ...input,
    cnes,
    localId: deps.newId(),
    replaces: null,
    earlier: current ?? undefined,
    wasRefused: slot.at(-1)?.state === 'rejected',
    at: deps.now(),
  })
  const allowed = permission(
    'submit',
    current?.state ?? 'none',
    prepared.digest === current?.digest,
  )
  if (allowed === 'same' && current)
    return !asked || (await deps.store.keepKey(asked, current.id)) ? current : null
  if (allowed === 'submission_in_progress' && current && isWithdrawable(current)) {
    if (deps.findHold()) throw heldInProgress()
  }
  if (allowed === 'already_submitted' && current && isOfOthers(current, { ...input, cnes }))
    throw sentForOthers()
  if (allowed !== 'go' && allowed !== 'same') throw refusal(allowed)

  const sealed = await prepared.seal(null)
  await mustBeOnePerson(deps, establishment, input.patient, input.practitionerCns)
  const stored = await deps.store.create(sealed, slot, asked)
  if (stored && establishment.cnes === null) await rememberCnes(deps, stored)
  return stored
}

async function chooseCnes(
  { establishments }: DeskDeps,
  organizationId: string,
  given: string | null,
): Promise<string> {
  const profile = await establishments.find(organizationId)
  const cnes = given ?? (profile && rememberedCnes(profile))
  if (cnes) return cnes
  throw validationError([{ field: 'cnes', issue: 'required' }])
}

/**
 * The first one is remembered. Another one says that the organization has several, and from then on
 * each record has to name its own (SPEC-GAPS C15). In the profile of this moment: an administrator
 * may have changed it while the network was asked.
 */
async function rememberCnes(
  { establishments }: Pick<DeskDeps, 'establishments'>,
  { organizationId, cnes }: Pick<Submission, 'organizationId' | 'cnes'>,
) {
  const profile = await establishments.find(organizationId)
  if (!profile || profile.severalEstablishments || profile.cnes === cnes) return
  if (profile.cnes === null) await establishments.save({ ...profile, cnes })
  else await establishments.save({ ...profile, severalEstablishments: true })
}

/**
 * Of another person, or of another establishment, than what is asked for now. A number that only
 * one of them has is no difference, unless they share none.
 */
function isOfOthers(
  { patient, cnes }: Pick<Submission, 'patient' | 'cnes'>,
  asked: Pick<Submission, 'patient' | 'cnes'>,
): boolean {
  const shared = (['cpf', 'cns'] as const).filter(
    (number) => patient[number] !== null && asked.patient[number] !== null,
  )
  const isSame =
    shared.length > 0 && shared.every((number) => patient[number] === asked.patient[number])
  return !isSame || cnes !== asked.cnes
}

/** Waits up to `patienceMs` for the network. @returns the record as it is then */
async function awaitAnswer(deps: DeskDeps, record: Submission): Promise<Submission> {
  if (record.state !== 'pending') return record
  return (await inTime(deps.outbox.deliverInOrder(record), deps)) ?? record
}

/** Why it is refused; null: it is taken. Under a key it is what was said first. */
async function answerOf(
  { store }: Pick<DeskDeps, 'store'>,
  asked: AskedKey | null,
  kept: KeptKey | null,
  { state, issues }: Submission,
): Promise<NetworkIssue[] | null> {
  const now: KeptAnswer = { refused: state === 'rejected' ? issues : null }
  const said = kept?.answer ?? (asked ? await store.answerKey(asked, now) : now)
  return said.refused
}
