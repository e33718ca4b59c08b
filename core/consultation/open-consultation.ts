import type { Reach } from '../access/principal.ts'
import { notFound } from '../errors.ts'
import type { Consultation, OpenConsultation } from './consultation.ts'
import { consultationErased } from './erased.ts'
import type { ConsultationStore } from './ports.ts'

/**
 * The gate: what is not found and what is not yours look the same (SPEC-GAPS 1.5); what was erased
 * says so to its organization.
 */
export function openConsultation({ store }: { store: ConsultationStore }): OpenConsultation {
  /**
   * Of an erased one only its host identifier can still be compared, not its doctor or its patient.
   */
  async function wasTheirs({ organizationId, boundTo }: Reach, id: string): Promise<boolean> {
    if (!boundTo) return store.wasErased(organizationId, { id })
    const { consultationId } = boundTo
    return (
      consultationId !== null && store.wasErased(organizationId, { id, externalId: consultationId })
    )
  }

  return async (principal, ehrId) => {
    if (!isUuid(ehrId)) throw unknownConsultation()
    const { organizationId } = principal
    const id = ehrId.toLowerCase()
    const consultation = await store.find(organizationId, id)
    if (!consultation && (await wasTheirs(principal, id))) throw consultationErased()
    if (!consultation || !isWithinBounds(principal, consultation)) throw unknownConsultation()
    return consultation
  }
}

/**
 * Whether a token that is bound to host identifiers may open what has these (SPEC-GAPS 1.6, C3).
 * Whoever has a token for this very consultation may, also where another doctor began it.
 */
export function isWithinBounds(reach: Pick<Reach, 'boundTo'>, ids: HostIds): boolean {
  const isForThisOne = (reach.boundTo?.consultationId ?? null) !== null
  return mayName(reach, isForThisOne ? { ...ids, externalDoctorId: null } : ids)
}

type HostIds = Pick<
  Consultation,
  'externalConsultationId' | 'externalDoctorId' | 'externalPatientId'
>

/** Whether a token may name these as its own; null: whatever it is bound to. */
export function mayName(
  { boundTo }: Pick<Reach, 'boundTo'>,
  ids: Omit<HostIds, 'externalDoctorId'> & { externalDoctorId: string | null },
): boolean {
  if (!boundTo) return true
  const { consultationId, doctorId, patientId } = boundTo
  const isDoctor = [null, ids.externalDoctorId].includes(doctorId) || ids.externalDoctorId === null
  return (
    isDoctor &&
    (consultationId === null || consultationId === ids.externalConsultationId) &&
    (patientId === null || patientId === ids.externalPatientId)
  )
}

/**
 * Our ids are uuids; the contract lets hosts send any opaque string, which then is simply not
 * found.
 */
function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

const unknownConsultation = () => notFound('Consulta não encontrada.')
