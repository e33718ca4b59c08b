import type { Reach } from '../access/principal.ts'
import type { Consultation, OpenConsultation } from './consultation.ts'
import { type OpenByExternalId, openByExternalId } from './open-by-external-id.ts'
import { openConsultation } from './open-consultation.ts'
import { type PatchConsultation, patchConsultation } from './patch.ts'
import type { ConsultationStore } from './ports.ts'
import { type PrepareConsultation, prepareConsultation } from './prepare-consultation.ts'

export interface ConsultationDeps {
  store: ConsultationStore
  now: () => Date
  newId: () => string
  organizationLanguage: (organizationId: string) => Promise<string>
  /** Somebody opened it, who may. */
  onOpened?: (reach: Reach, consultation: Consultation) => void
}

export interface ConsultationUseCases {
  openByExternalId: OpenByExternalId
  prepareConsultation: PrepareConsultation
  openConsultation: OpenConsultation
  patchConsultation: PatchConsultation
}

/** Consultations over one store: what the HTTP interface and the channel share. */
export function consultationUseCases(deps: ConsultationDeps): ConsultationUseCases {
  const { onOpened = () => {} } = deps
  const find = openConsultation(deps)
  const open: OpenConsultation = async (reach, ehrId) => {
    const consultation = await find(reach, ehrId)
    onOpened(reach, consultation)
    return consultation
  }
  const findOrCreate = openByExternalId(deps)
  const openOrCreate: OpenByExternalId = async (reach, input) => {
    const opened = await findOrCreate(reach, input)
    onOpened(reach, opened.consultation)
    return opened
  }
  const patch = patchConsultation({ ...deps, openConsultation: open })
  return {
    openByExternalId: openOrCreate,
    prepareConsultation: prepareConsultation({
      openByExternalId: openOrCreate,
      patchConsultation: patch,
    }),
    openConsultation: open,
    patchConsultation: patch,
  }
}
