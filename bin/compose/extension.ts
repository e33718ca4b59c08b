import type { Sequelize } from 'sequelize'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import type { ConsultationUseCases } from '../../core/consultation/use-cases.ts'
import { extensionVisits } from '../../core/extension/visits.ts'
import type { BlindIndex } from '../../core/vault/ports.ts'
import { secrets } from '../../models/access/secrets.ts'
import { ownVisits } from '../../models/visit/own-visits.ts'
import type { Platform } from '../platform.ts'

interface Deps {
  access: AccessUseCases
  consultations: ConsultationUseCases
  consultationRows: ConsultationStore
  index: BlindIndex
  sequelize: Sequelize
  platform: Platform
}

/** What stands behind the doors of the browser extension. */
export function composeExtension(deps: Deps) {
  const { access, consultations, consultationRows, index, sequelize, platform } = deps
  const { prepareConsultation, openConsultation } = consultations
  const { issueConsultationToken } = access
  const { now, newId } = platform
  const visits = extensionVisits({
    prepareConsultation,
    openConsultation,
    issueConsultationToken,
    listOwn: ownVisits({ sequelize, index, consultations: consultationRows }),
    digest: secrets.digest,
    now,
    newId,
  })
  return { visits, sites: async () => [] }
}
