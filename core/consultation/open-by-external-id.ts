import type { Reach } from '../access/principal.ts'
import type { ConsultationType } from '../contract/events.ts'
import { AppError } from '../errors.ts'
import type { Consultation } from './consultation.ts'
import { consultationErased, isWithinBounds, mayName } from './open-consultation.ts'
import type { ConsultationStore } from './ports.ts'
import { callerOf } from './visit-callers.ts'

interface Deps {
  store: ConsultationStore
  now: () => Date
  newId: () => string
  /** BCP 47, what the organization's consultations are spoken in. */
  organizationLanguage: (organizationId: string) => Promise<string>
}

export interface OpenByExternalIdInput {
  consultationId: string
  doctorId: string
  patientId: string
  /** Type of a new consultation; one that exists keeps its own. */
  type: ConsultationType
}

export type OpenByExternalId = ReturnType<typeof openByExternalId>

/**
 * Opens the consultation with the host's identifiers, or creates it (spec §3.2). The same call
 * twice, or at the same time, gives the same consultation; only one of them says it was created.
 * At a change of shift another doctor opens it too: each is the author of what they did.
 * @throws {AppError} `identifier_mismatch` when it exists with another patient: going on would mix
 * two. The answer says nothing about them. `forbidden` outside the token's own bounds,
 * `consultation_erased`
 */
export function openByExternalId({ store, now, newId, organizationLanguage }: Deps) {
  return async (
    reach: Reach,
    { consultationId, doctorId, patientId, type }: OpenByExternalIdInput,
  ): Promise<{ consultation: Consultation; created: boolean }> => {
    const { organizationId } = reach
    const ids = {
      externalConsultationId: consultationId,
      externalDoctorId: doctorId,
      externalPatientId: patientId,
    }
    if (!mayName(reach, ids)) throw outsideToken()

    const existing = await store.findByExternalId(organizationId, consultationId)
    if (existing) return { consultation: matching(reach, existing, ids), created: false }

    if (await store.wasErased(organizationId, { externalId: consultationId }))
      throw consultationErased()

    const language = await organizationLanguage(organizationId)
    const openedBy = callerOf(reach)
    const consultation = newConsultation(
      { id: newId(), organizationId, ...ids, type, language, ...(openedBy && { openedBy }) },
      now(),
    )
    if (await store.create(consultation)) return { consultation, created: true }

    const other = await store.findByExternalId(organizationId, consultationId)
    if (!other) throw new Error('a consultation that was created meanwhile is not there')
    return { consultation: matching(reach, other, ids), created: false }
  }
}

/** Another doctor of the organization may go on with it; another patient never. */
function matching(
  reach: Reach,
  consultation: Consultation,
  { externalPatientId }: Pick<Consultation, 'externalPatientId'>,
): Consultation {
  if (consultation.externalPatientId !== externalPatientId)
    throw new AppError(
      'conflict',
      'identifier_mismatch',
      'Esta consulta pertence a outro paciente.',
    )
  if (!isWithinBounds(reach, consultation)) throw outsideToken()
  return consultation
}

const outsideToken = () =>
  new AppError('forbidden', 'forbidden', 'O token não permite abrir esta consulta.')

type Given = Pick<
  Consultation,
  | 'id'
  | 'organizationId'
  | 'externalConsultationId'
  | 'externalDoctorId'
  | 'externalPatientId'
  | 'type'
  | 'language'
  | 'openedBy'
>

/** A consultation of which nothing was said, written or answered yet. */
export function newConsultation(given: Given, at: Date): Consultation {
  return {
    ...given,
    status: 'open',
    name: null,
    visit: {},
    consent: { status: 'not_recorded', recordedAt: null, recordedBy: null, method: null },
    contextMarkdown: '',
    backgroundHistory: null,
    backgroundHistorySetAt: null,
    recordedMs: 0,
    finishedAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
}
