import type { Reach } from '../access/principal.ts'
import type { ConsentStatus, ConsultationStatus } from '../contract/api.ts'
import type { ConsultationType } from '../contract/events.ts'
import type { VisitCaller } from './visit-callers.ts'
import type { VisitFacts } from './visit-facts.ts'

/** A consultation as the service holds it (spec §2.1, SPEC-GAPS 1.2). */
export interface Consultation {
  id: string
  organizationId: string
  externalConsultationId: string
  externalDoctorId: string
  externalPatientId: string
  type: ConsultationType
  status: ConsultationStatus
  /** What it is called where people read it, as the host says: mostly the patient's name. */
  name: string | null
  /** What kind of visit it is, as far as host and doctor say; records say so (core/rnds). */
  visit: VisitFacts
  /** Of `visit` what its doctor chose; nobody else's word replaces it. Absent: nothing. */
  chosenByDoctor?: readonly (keyof VisitFacts)[]
  /**
   * Occupations (CBO) of which the doctor has to choose one before a record can leave, as the
   * network names them; absent: it never left the choice.
   */
  occupationChoices?: readonly string[]
  /** By whose token; absent: by none, or before this was kept. */
  openedBy?: VisitCaller
  consent: Consent
  contextMarkdown: string
  backgroundHistory: string | null
  backgroundHistorySetAt: Date | null
  /** pt-BR unless the organization says otherwise. */
  language: string
  /** Length of all its recordings together, as the recordings report it. */
  recordedMs: number
  /** When its last recording ended; null while it goes on. */
  finishedAt: Date | null
  /** What retention has taken away, and when; absent: nothing. */
  erased?: { transcriptAt?: Date; contextAt?: Date; filesAt?: Date }
  /**
   * Grows with what people change, not with what recordings report: a doctor's edit never loses to
   * the recorder.
   */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Whether the patient agreed to be recorded, and how we know. All null while `not_recorded`. */
export interface Consent {
  status: ConsentStatus
  recordedAt: Date | null
  /** The doctor, by the host's identifier. */
  recordedBy: string | null
  /** In the host's or the doctor's own words, for example `verbal`. */
  method: string | null
}

/**
 * The one gate to a consultation for everything that acts on it (recording, transcript, documents):
 * unknown ids, other organizations and consultations outside the token's bounds are all
 * `not_found`.
 * @throws {AppError} `not_found`
 */
export type OpenConsultation = (reach: Reach, ehrId: string) => Promise<Consultation>
