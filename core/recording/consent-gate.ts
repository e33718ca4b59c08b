/**
 * The patient's answer while a recording runs. It is asked for when a recording begins and goes on; here it is kept for the frames
 * in between, which cannot look into the database each: from the moment a refusal is written down no sound is taken any more.
 */
import type { Consultation } from '../consultation/consultation.ts'
import { isAppError } from '../errors.ts'
import { requireConsent } from './refusals.ts'

export function consentGate(consentFirst: boolean) {
  /** By consultation, why no sound of it is taken. */
  const refusals = new Map<string, Error>()
  return {
    /** @returns whether sound may be taken */
    judge(consultation: Consultation): boolean {
      try {
        requireConsent(consultation, consentFirst)
        refusals.delete(consultation.id)
        return true
      } catch (error) {
        if (!isAppError(error)) throw error
        refusals.set(consultation.id, error)
        return false
      }
    },
    /** @throws {AppError} `consent_refused`, `consent_required`, `consultation_canceled` */
    require(consultationId: string) {
      const refusal = refusals.get(consultationId)
      if (refusal) throw refusal
    },
  }
}
