import type { OpenConsultation } from './consultation.ts'
import { type OpenByExternalId, openByExternalId } from './open-by-external-id.ts'
import { openConsultation } from './open-consultation.ts'
import { type PatchConsultation, patchConsultation } from './patch-consultation.ts'
import type { ConsultationStore } from './ports.ts'

export interface ConsultationDeps {
  store: ConsultationStore
  now: () => Date
  newId: () => string
  organizationLanguage: (organizationId: string) => Promise<string>
}

export interface ConsultationUseCases {
  openByExternalId: OpenByExternalId
  openConsultation: OpenConsultation
  patchConsultation: PatchConsultation
}

/** Consultations over one store: what the HTTP interface and the channel share. */
export function consultationUseCases(deps: ConsultationDeps): ConsultationUseCases {
  const open = openConsultation(deps)
  return {
    openByExternalId: openByExternalId(deps),
    openConsultation: open,
    patchConsultation: patchConsultation({ ...deps, openConsultation: open }),
  }
}
