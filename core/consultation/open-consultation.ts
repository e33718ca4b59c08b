import type { Reach } from '../access/principal.ts'
import { AppError, isAppError, notFound } from '../errors.ts'
import type { Consultation, OpenConsultation } from './consultation.ts'
import type { ConsultationStore } from './ports.ts'

/** As `HostId` of the interface takes them. */
const LONGEST_HOST_ID = 255

/**
 * The gate, by our id or by the host's own (spec §4): what is not found and what is not yours look
 * the same (SPEC-GAPS 1.5); what was erased says so to its organization.
 */
export function openConsultation({ store }: { store: ConsultationStore }): OpenConsultation {
  /**
   * An erased consultation still has its host identifier to compare, not its doctor or its patient.
   */
  async function wasTheirs(
    { organizationId, boundTo }: Reach,
    id: string | null,
    externalId: string,
  ): Promise<boolean> {
    const wasErased = (ids: Parameters<ConsultationStore['wasErased']>[1]) =>
      store.wasErased(organizationId, ids)
    if (!boundTo) return (id !== null && (await wasErased({ id }))) || wasErased({ externalId })
    const { consultationId } = boundTo
    if (consultationId === null) return false
    if (consultationId === externalId) return wasErased({ externalId })
    return id !== null && wasErased({ id, externalId: consultationId })
  }

  return async (principal, ehrId) => {
    const { organizationId } = principal
    const id = isUuid(ehrId) ? ehrId.toLowerCase() : null
    const externalId = ehrId.trim()
    if (externalId === '' || externalId.length > LONGEST_HOST_ID) throw unknownConsultation()
    // Ours first: a host that numbers its visits by uuids cannot take the place of another one.
    const consultation =
      (id === null ? undefined : await store.find(organizationId, id)) ??
      (await store.findByExternalId(organizationId, externalId))
    if (!consultation && (await wasTheirs(principal, id, externalId))) throw consultationErased()
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

/** Our ids; anything else is the host's own. */
function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

const unknownConsultation = () => notFound('Consulta não encontrada.')

/** What is asked of a consultation after somebody erased it, for good. */
export function consultationErased(): AppError {
  return new AppError(
    'not-found',
    'consultation_erased',
    'Os dados desta consulta foram eliminados definitivamente. Nada mais pode ser lido, gravado ou enviado nela.',
  )
}

/**
 * Another organization's consultation gets the same 404 as an unknown id, so that ids cannot be
 * probed.
 * @throws what `opening` throws; `missing()` instead of `not_found`
 */
export async function maskAsNotFound<Opened>(
  opening: Promise<Opened>,
  missing: () => AppError,
): Promise<Opened> {
  return opening.catch((error) => {
    throw isAppError(error) && error.code === 'not_found' ? missing() : error
  })
}
