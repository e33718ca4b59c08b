/**
 * The patient's answer while a recording runs. It is asked for when a recording begins and goes on;
 * here it is kept for the frames in between, which cannot look into the database each: from the
 * moment a refusal is written down no sound is taken any more.
 *
 * Whoever asks read the consultation a while ago, minutes where a file was sent: what they read
 * never undoes a refusal that was written down since.
 */
import type { Consultation } from '../consultation/consultation.ts'
import { isAppError } from '../errors.ts'
import { requireConsent } from './refusals.ts'

export function consentGate(consentFirst: boolean) {
  /**
   * By consultation, why no sound of it is taken, and which version of the consultation says so.
   */
  const refusals = new Map<string, { reason: Error; version: number }>()

  /**
   * For who begins or goes on. @throws {AppError} `consent_refused`, `consent_required`,
   * `consultation_canceled`
   */
  function admit(consultation: Consultation) {
    const { id, version } = consultation
    const known = refusals.get(id)
    if (known && known.version > version) throw known.reason
    requireConsent(consultation, consentFirst)
    refusals.delete(id)
  }

  return {
    admit,
    /** The answer as it was just written down. @returns whether sound may be taken */
    judge(consultation: Consultation): boolean {
      const { id, version } = consultation
      try {
        admit(consultation)
        return true
      } catch (error) {
        if (!isAppError(error)) throw error
        if ((refusals.get(id)?.version ?? 0) <= version)
          refusals.set(id, { reason: error, version })
        return false
      }
    },
    /** Asks for a frame, which brings no consultation. @throws {AppError} as `admit` */
    require(consultationId: string) {
      const refusal = refusals.get(consultationId)
      if (refusal) throw refusal.reason
    },
  }
}
