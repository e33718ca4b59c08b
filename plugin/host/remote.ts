import type { ClinicalDocument, ConsentStatus, Segment } from '../../core/contract/api.ts'
import type { ConsultationType } from '../../core/contract/events.ts'

/**
 * The app as the legacy frame's messages see and drive it (spec §6). Nothing else of it is read
 * before `isReady`.
 */
export interface Remote {
  readonly isReady: boolean
  recorder(): {
    phase: 'idle' | 'requesting' | 'recording' | 'paused' | 'finishing' | 'finished' | 'blocked'
    elapsedMs: number
    fault: { code: string; message: string } | null
  }
  readonly consent: ConsentStatus
  /** The organization lets the host's page answer for the patient. */
  readonly hostTakesConsent: boolean
  /**
   * Writes down that the host has the patient's consent. @returns false when it could not be saved
   */
  recordConsentOfHost(): Promise<boolean>
  readonly consultationType: ConsultationType
  /** Consent not refused, not finished, not open in another tab. */
  canRecord(): boolean
  /**
   * Brings the question to the front, and says that recording waits for its answer; false: it waits
   * no more.
   */
  awaitConsent(isAwaited: boolean): void
  start(): Promise<void>
  pause(): Promise<void>
  reset(): Promise<void>
  transcript(): { segments: readonly Segment[]; complete: boolean }
  /** Newest first. */
  documents(): readonly ClinicalDocument[]
  /**
   * `clinicalType`: a template's identifier. What comes of it is told by `generation` and
   * `documents`.
   */
  generate(clinicalType: string): 'started' | 'busy' | 'no_content' | 'unknown_template'
  generation(): {
    phase: 'none' | 'running' | 'failed'
    failure: { code: string; message: string } | null
  }
}
