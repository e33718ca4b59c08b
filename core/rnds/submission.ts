import type { VisitFacts } from '../consultation/visit-facts.ts'
import type {
  NetworkDocumentType,
  OccupationOrigin,
  PatientNumbers,
} from '../fhir/clinical-record.ts'
import type { Bundle } from '../fhir/types.ts'
import type { NetworkIssue } from './network.ts'
import type { SubmissionState } from './state.ts'
import type { Waiting } from './waiting.ts'

/**
 * One version of a consultation's record on its way to the national network, and for ever after.
 * Versions that replace one another share `localId`; each has an id of its own.
 */
export interface Submission {
  /** `rnds_` and a uuid (SPEC-GAPS 1.5). */
  id: string
  organizationId: string
  consultationId: string
  documentType: NetworkDocumentType
  /** The order of sending within its consultation, from 1. */
  sequence: number
  state: SubmissionState
  /** `Bundle.identifier.value`. */
  localId: string
  /** Known once the network has it. */
  networkId: string | null
  /** The version that this one takes the place of. */
  replaces: { id: string; networkId: string } | null
  patient: PatientNumbers
  practitionerCns: string
  cnes: string
  /** What its call said of the visit: a correction says the same. Null before that was kept. */
  told: VisitFacts | null
  /** As what its professional saw the patient (RAC), and who says so. Null before that was kept. */
  occupation: (OccupationOrigin & { code: string }) | null
  /** The profiles that it was made by: `br.gov.saude.rac#1.0.0`. Null before that was kept. */
  profiles: string | null
  /** Of what it says, whenever it was written (submission-prepare.ts). */
  digest: string
  /** As it was sent last, or will be sent first. */
  bundle: Bundle
  /** Why it was refused; empty unless `rejected`. */
  issues: NetworkIssue[]
  submittedAt: Date
  /** The last change of state. */
  updatedAt: Date
  /** Attempts in a row that came to nothing: sets the pace of the next. */
  failedAttempts: number
  /** What the last attempt failed for; null before the first, and when it is settled. */
  waiting: Waiting | null
  /** When the host was told that it waits for an administrator; null: it was not. */
  waitingToldAt: Date | null
  /**
   * Of the answer with which the network took it, by name in small letters; null before that, and
   * where that answer was lost.
   */
  answerHeaders: Record<string, string> | null
  /** When the outbox looks at it next; null when nothing is left to do. */
  dueAt: Date | null
  /**
   * It was sent then, and what came of it is not known: the network may have it, or get it yet. Set
   * before the bytes leave, so that a crash leaves it behind.
   */
  inDoubtSince: Date | null
  /** Asked for, and what came of it is not known. */
  deletion: Deletion | null
  /** Who works on it now. */
  lease: { owner: string; expiresAt: Date } | null
  /** Raised by every write: the optimistic lock. */
  version: number
}

/**
 * Whether it can be taken back on a box that lets nothing out: a first version of which nothing
 * left, here or at the box that this one was copied from, and on which nobody works. A correction
 * is not: whoever deletes means the record that the network has.
 */
export function isWithdrawable({
  state,
  replaces,
  inDoubtSince,
  lease,
}: Pick<Submission, 'state' | 'replaces' | 'inDoubtSince' | 'lease'>): boolean {
  return state === 'pending' && replaces === null && inDoubtSince === null && lease === null
}

export interface Deletion {
  practitionerCns: string
  /** Stays here: the network has no place for it (RNDS.md §4.3). */
  reason: string
  requestedAt: Date
  /** As `Submission.inDoubtSince`. */
  inDoubtSince: Date | null
}

/**
 * One call to the network, for the operator's timeline. Codes only: what the network wrote may name
 * people.
 */
export interface Attempt {
  id: string
  submissionId: string
  action: 'submit' | 'look' | 'delete'
  startedAt: Date
  /** Null while it runs, and for ever when the process died. */
  endedAt: Date | null
  outcome: AttemptOutcome | null
  httpStatus: number | null
  /** Of the trouble, or of the network's issues. */
  codes: string[]
}

export type AttemptOutcome =
  | 'accepted'
  | 'rejected'
  | 'duplicate'
  | 'unsent'
  | 'unknown'
  | 'found'
  | 'not_found'
  | 'deleted'
  | 'gone'

/** What happens to a record, for metrics; no identifiers. */
export interface SubmissionEvent {
  documentType: NetworkDocumentType
  event: 'stored' | 'accepted' | 'rejected' | 'replaced' | 'deleted' | 'attempt_failed'
}

/** Records of one consultation and type, in the order of sending. */
export type Slot = readonly Submission[]

/**
 * A consultation's records, and which of them counts (SPEC-GAPS 1.4: one status per consultation
 * and document type).
 */
export function slotOf(records: readonly Submission[], type: NetworkDocumentType): Slot {
  return records.filter(({ documentType }) => documentType === type)
}

/**
 * The record that stands for the slot: the one on its way, else the one the network has, else the
 * newest. A replacement that was refused so leaves the version it was to replace.
 */
export function currentOf(slot: Slot): Submission | null {
  const newestFirst = slot.toReversed()
  return (
    newestFirst.find(({ state }) => state === 'pending') ??
    newestFirst.find(({ state }) => state === 'accepted') ??
    newestFirst[0] ??
    null
  )
}

/** The slot of the consultation's last submission (spec §4.2); empty when there was none. */
export function lastSlot(records: readonly Submission[]): Slot {
  return slotWith(records, currents(records).at(-1))
}

/**
 * The same, but of those whose record the network has, or is being sent, where there is one: what
 * can be replaced or deleted.
 */
export function lastLiveSlot(records: readonly Submission[]): Slot {
  const all = currents(records)
  const live = all.filter(({ state }) => state === 'pending' || state === 'accepted')
  return slotWith(records, live.at(-1) ?? all.at(-1))
}

/**
 * Refused ones that the network may have all the same: nothing may be built on the slot before that
 * is known.
 */
export function lostAnswers(slot: Slot): Submission[] {
  return slot.filter(isLost)
}

/** Whether its fate is open: nothing that came later in its consultation goes before it. */
export function isUnderWay(record: Submission): boolean {
  return record.state === 'pending' || isLost(record)
}

function isLost({ state, inDoubtSince }: Submission): boolean {
  return state === 'rejected' && inDoubtSince !== null
}

function currents(records: readonly Submission[]): Submission[] {
  const types = [...new Set(records.map(({ documentType }) => documentType))]
  return types
    .flatMap((type) => currentOf(slotOf(records, type)) ?? [])
    .sort((one, other) => one.sequence - other.sequence)
}

function slotWith(records: readonly Submission[], record: Submission | undefined): Slot {
  return record ? slotOf(records, record.documentType) : []
}
