/** What the patient's answer means for sound: recorded or imported (SPEC-GAPS 2.3). */
import type { ConsentStatus, SessionInfo } from '../../core/contract/api.ts'

/** `refused`: no sound at all. `required`: none before the answer is written down, where the operator wants it so. */
export type ConsentBar = 'refused' | 'required' | undefined

export function consentBar(
  status: ConsentStatus,
  info: Pick<SessionInfo, 'consent_later'> | undefined,
): ConsentBar {
  if (status === 'refused') return 'refused'
  return status === 'not_recorded' && info?.consent_later === false ? 'required' : undefined
}
