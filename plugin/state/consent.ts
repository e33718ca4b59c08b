/** What the patient's answer means for sound: recorded or imported (SPEC-GAPS 2.3). */
import type { ConsentStatus, SessionInfo } from '../../core/contract/api.ts'

/** `host`: a command of the host's page, in the legacy frame. */
export type ConsentMethod = 'verbal' | 'written' | 'host'

/**
 * `refused`: no sound at all. `required`: none before the answer is written down, where the
 * operator wants it so.
 */
export type ConsentBar = 'refused' | 'required' | undefined

export function consentBar(
  status: ConsentStatus,
  info: Pick<SessionInfo, 'consent_later'> | undefined,
): ConsentBar {
  if (status === 'refused') return 'refused'
  return status === 'not_recorded' && info?.consent_later === false ? 'required' : undefined
}

/**
 * Writes the patient's answer down. A refusal silences the recorder first, which may take its time:
 * what is answered meanwhile stands, and the refusal that it took back is not written over it.
 */
export function consentAnswers(deps: {
  silence(): Promise<void>
  save(consent: { status: ConsentStatus; method: ConsentMethod }): Promise<void>
}) {
  let newest = 0
  return async (status: ConsentStatus, method: ConsentMethod = 'verbal') => {
    const mine = ++newest
    if (status === 'refused') await deps.silence()
    if (mine === newest) await deps.save({ status, method })
  }
}
