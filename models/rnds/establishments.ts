import type { Sequelize } from 'sequelize'
import type {
  Establishment,
  EstablishmentStore,
} from '../../core/rnds/compile-record/establishment.ts'
import { newEstablishment } from '../../core/rnds/edit-establishment.ts'
import { EstablishmentRow } from './establishment.ts'

/** Establishments' profiles in the database. */
export function establishmentStore(sequelize: Sequelize): EstablishmentStore {
  const establishments = EstablishmentRow.attach(sequelize)

  return {
    async find(organizationId) {
      const row = await establishments.findByPk(organizationId)
      return row && complete(organizationId, JSON.parse(row.profile) as Partial<Establishment>)
    },
    async save(establishment) {
      const { organizationId } = establishment
      await establishments.upsert({ organizationId, profile: JSON.stringify(establishment) })
    },
  }
}

/** What was written before a field existed lacks it. */
function complete(organizationId: string, stored: Partial<Establishment>): Establishment {
  const fresh = newEstablishment(organizationId)
  return {
    ...fresh,
    ...stored,
    organizationId,
    defaults: { ...fresh.defaults, ...stored.defaults },
  }
}
