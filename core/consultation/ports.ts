import type { ConsultationStatus } from '../contract/api.ts'
import type { Consultation } from './consultation.ts'

/** What a person may change. */
export type ConsultationChanges = Partial<
  Pick<
    Consultation,
    'type' | 'consent' | 'contextMarkdown' | 'backgroundHistory' | 'backgroundHistorySetAt'
  >
>

/**
 * Consultations at rest. Context and background history pass through here in the clear and nowhere else,
 * so that they can be encrypted per consultation behind this interface.
 */
export interface ConsultationStore {
  /** @returns false, and nothing written, when the organization already has one with this host identifier */
  create(consultation: Consultation): Promise<boolean>
  findByExternalId(
    organizationId: string,
    consultationId: string,
  ): Promise<Consultation | undefined>
  /** Undefined also when it is another organization's. */
  find(organizationId: string, id: string): Promise<Consultation | undefined>
  /** BCP 47; for what works on a consultation without a caller. @throws {AppError} `not_found` */
  languageOf(id: string): Promise<string>
  /** What people wrote for it; for what works on a consultation without a caller. Null when it is gone. */
  textsOf(id: string): Promise<Pick<Consultation, 'contextMarkdown' | 'backgroundHistory'> | null>
  /**
   * Writes `changes` and raises the version, if the version still is `expected.version` and, where asked,
   * nothing has been recorded. One statement: two writers never both succeed.
   */
  update(
    id: string,
    expected: { version: number; unrecorded?: true },
    changes: ConsultationChanges & { updatedAt: Date },
  ): Promise<boolean>
  /** How recording stands; neither reads nor raises the version. */
  updateRecorded(id: string, progress: RecordedProgress): Promise<void>
}

export interface RecordedProgress {
  status: ConsultationStatus
  recordedMs: number
}
