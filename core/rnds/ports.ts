/**
 * What submissions need from the rest: where they rest, how a consultation becomes a bundle, and
 * what checks it.
 */
import type { Consultation } from '../consultation/consultation.ts'
import type { VisitFacts } from '../consultation/visit-facts.ts'
import type {
  ClinicalRecord,
  NetworkDocumentType,
  PatientNumbers,
  SystemSpellings,
} from '../fhir/clinical-record.ts'
import type { PreparedRules } from '../fhir/profile/prepare-rules.ts'
import type { PatientFacts } from '../fhir/rules/date-rules.ts'
import type { Bundle, ProfileFinding } from '../fhir/types.ts'
import type { CompileInput } from './compile-record/compile-record.ts'
import type { Establishment } from './compile-record/establishment.ts'
import type { SubmissionState } from './state.ts'
import type { Attempt, Submission } from './submission.ts'
import type { AskedKey, SubmitKeys } from './submit-key.ts'
import type { Waiting, WaitingCause } from './waiting.ts'

/** Submissions at rest. Every method is atomic, and durable when it resolves. */
export interface SubmissionStore extends SubmitKeys {
  /**
   * Adds a record to those of its consultation and type, if these still are what was seen and none
   * of them is pending.
   * @param key bound to it, in the same transaction
   * @returns null, and nothing written, when somebody was faster
   */
  create(
    record: NewSubmission,
    seen: readonly Submission[],
    key?: AskedKey | null,
  ): Promise<Submission | null>
  find(id: string): Promise<Submission | null>
  /** Of all types, in the order of sending. */
  listOfConsultation(consultationId: string): Promise<Submission[]>
  /**
   * Writes all of them, and attempts, or nothing at all.
   * @param told what hosts are told of the first, in the same transaction
   * @returns them as they are now; null when one was changed since it was read
   */
  save(
    changed: readonly Submission[],
    attempts?: readonly Attempt[],
    told?: ToldOfRecord | null,
  ): Promise<Submission[] | null>
  /**
   * Takes the lease of a record on which nobody works. One that is pending must be the first of its
   * consultation whose fate is open, and none of another visit of its patient that was handed over
   * earlier may be on its way, unless that one waits for its own fault.
   * @returns null when it cannot be had
   */
  claim(id: string, owner: string, leaseMs: number): Promise<Submission | null>
  /**
   * The one that has been due longest and could be claimed.
   * @param except organizations of which none is asked for
   */
  nextDue(except?: readonly string[]): Promise<string | null>
  /** When the next one is due; never below 0. Null when none will be. */
  nextDueInMs(except?: readonly string[]): Promise<number | null>
  /** Of one organization, what waits for one of these and is held by nobody: due, in order. */
  bringForward(organizationId: string, causes: readonly WaitingCause[]): Promise<void>
  /** Whether one of its patient, of this visit or another, goes before it. */
  isBehind(id: string): Promise<boolean>
  /** Looks at it later, whatever is wrong with it; it holds up none of its patient meanwhile. */
  postpone(id: string, delayMs: number): Promise<void>
  /** Takes the leases of owners that are known to be gone. @returns how many */
  releaseLeasesOf(isGone: (owner: string) => boolean): Promise<number>
  /**
   * Of every record that waits, and of which nothing is known to have left: that it may have,
   * before `since`. So it is asked for before it is sent. @returns how many
   */
  doubtPending(since: Date): Promise<number>
  /** Oldest first. */
  listAttempts(submissionId: string): Promise<Attempt[]>
  countByState(): Promise<Record<SubmissionState, number>>
  /** Records that wait, by what they wait for; those that were not tried yet are not among them. */
  countWaiting(): Promise<WaitingCount[]>
  /** Newest first; opens nothing that is sealed. */
  list(filter: SubmissionFilter): Promise<SubmissionSummary[]>
}

export interface WaitingCount extends Waiting {
  records: number
}

/** What a host's backend hears of a record. */
export type ToldOfRecord = 'rnds_waiting' | 'rnds_resumed'

/** The store numbers it. */
export type NewSubmission = Omit<Submission, 'sequence' | 'version'>

export interface SubmissionFilter {
  organizationId?: string | undefined
  state?: SubmissionState | undefined
  consultationId?: string | undefined
  cause?: WaitingCause | undefined
  /** Stored then or later. */
  since?: Date | undefined
  limit: number
}

/** A record without anything clinical or personal. */
export type SubmissionSummary = Pick<
  Submission,
  | 'id'
  | 'organizationId'
  | 'consultationId'
  | 'documentType'
  | 'state'
  | 'localId'
  | 'networkId'
  | 'submittedAt'
  | 'updatedAt'
  | 'waiting'
  | 'dueAt'
> & {
  /** Calls that were made to send it, or to delete it. */
  tries: number
}

/** What one record is made from. */
export interface CompileRequest {
  consultation: Consultation
  establishment: Establishment
  documentType: NetworkDocumentType
  patient: PatientNumbers
  practitionerCns: string
  cnes: string
  localId: string
  /** The network's id of the version it takes the place of. */
  replaces: string | null
  /** Of this visit, in place of what is usual. */
  told?: VisitFacts | undefined
  /** What was made of the same visit before. */
  earlier?: Pick<Submission, 'bundle' | 'practitionerCns' | 'cnes'> | undefined
  /** The network refused the last one of it: what is known of people may be out of date. */
  wasRefused?: boolean | undefined
  at: Date
}

/**
 * Reviewed documents and confirmed diagnoses of a consultation as one record.
 * @throws {AppError} `validation_error` naming what is missing (`diagnosis_required`, no reviewed
 * document …), `unsupported_content`
 */
export type CompileRecord = (request: CompileRequest) => Promise<ClinicalRecord>

export interface BundleBuilder {
  /** @param rules of the profiles in force: it follows them */
  build(record: ClinicalRecord, at: Date, rules: PreparedRules): Bundle | Promise<Bundle>
  /** The same bundle with today's times (RNDS ERR807). */
  restamp(bundle: Bundle, at: Date): Bundle
}

/** What records of a type go by on a day. */
export interface ProfilesInForce {
  rules: PreparedRules
  /** `br.gov.saude.rac#1.0.0`, kept with the record that was made by it. */
  name: string
}

/**
 * By what a record of that type is made and checked on a day in Brasília, `2026-12-01`: that of its
 * sending, which the network goes by (RNDS.md §5.1).
 * @param type null: of no known type
 * @throws {AppError} `definitions_damaged`
 */
export type FindProfiles = (
  type: NetworkDocumentType | null,
  day: string,
) => Promise<ProfilesInForce>

/** What the network would refuse, found without asking it. */
export type CheckBundle = (
  bundle: unknown,
  known: {
    /** As the establishment writes them. */
    spellings: SystemSpellings
    patient?: PatientFacts
    /** The day in Brasília for which it is checked; else that of the clock. */
    today?: string
  },
) => Promise<ProfileFinding[]>

/** What computes over all that a visit says: in the service, apart from what acknowledges sound. */
export interface RecordMaking {
  compile(input: CompileInput): Promise<ClinicalRecord>
  build(record: ClinicalRecord, at: Date, rules: PreparedRules): Promise<Bundle>
  check(
    bundle: unknown,
    known: Parameters<CheckBundle>[1] & { rules: PreparedRules; today: string },
  ): Promise<ProfileFinding[]>
}
