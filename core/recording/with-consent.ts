import type { ConsultationUseCases } from '../consultation/use-cases.ts'
import type { Recorder } from './recorder.ts'

/** A patient's answer counts at once, also for a recording that runs. */
export function withConsent(
  consultations: ConsultationUseCases,
  { consentChanged }: Pick<Recorder, 'consentChanged'>,
): ConsultationUseCases {
  return {
    ...consultations,
    async patchConsultation(...request) {
      const result = await consultations.patchConsultation(...request)
      await consentChanged(result.consultation)
      return result
    },
  }
}
