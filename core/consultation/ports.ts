import type { ConsultationStatus } from '../contract/api.ts'
import type { Consultation } from './consultation.ts'
import type { VisitCaller } from './visit-callers.ts'

/** What a person may change. */
export type ConsultationChanges = Partial<
  Pick<
    Consultation,
    | 'type'
    | 'name'
    | 'visit'
    | 'occupationChoices'
    | 'chosenByDoctor'
    | 'consent'
    | 'contextMarkdown'
    | 'backgroundHistory'
    | 'backgroundHistorySetAt'
  >
>

/**
 * Consultations at rest: behind this interface the host's identifiers and what people wrote are
 * sealed, each consultation's with its own key.
 */
export interface ConsultationStore {
  /**
   * @returns false, and nothing written, when the organization already has one with this host
   * identifier
   */
  create(consultation: Consultation): Promise<boolean>
  findByExternalId(
    organizationId: string,
    consultationId: string,
  ): Promise<Consultation | undefined>
  /** Undefined also when it is another organization's. */
  find(organizationId: string, id: string): Promise<Consultation | undefined>
  /**
   * Whether one of the organization was there and has been erased; of which all that is named is
   * true.
   */
  wasErased(
    organizationId: string,
    ids: { id: string; externalId?: string } | { externalId: string },
  ): Promise<boolean>
  /** BCP 47; for what works on a consultation without a caller. @throws {AppError} `not_found` */
  languageOf(id: string): Promise<string>
  /**
   * What people wrote for it; for what works on a consultation without a caller. Null when it is
   * gone.
   */
  textsOf(id: string): Promise<Pick<Consultation, 'contextMarkdown' | 'backgroundHistory'> | null>
  /**
   * Writes `changes` and raises the version, if the version still is `expected.version` and, where
   * asked, nothing has been recorded. One statement: two writers never both succeed.
   */
  update(
    id: string,
    expected: { version: number; unrecorded?: true },
    changes: ConsultationChanges & { updatedAt: Date },
  ): Promise<boolean>
  /** By whose token it was opened; for queues. Undefined when nothing is kept of that. */
  openerOf(id: string): Promise<VisitCaller | undefined>
  keepOpener(id: string, opener: VisitCaller): Promise<void>
  /** How recording stands; neither reads nor raises the version. */
  updateRecorded(id: string, progress: RecordedProgress): Promise<void>
}

export interface RecordedProgress {
  status: ConsultationStatus
  recordedMs: number
  finishedAt: Date | null
}
