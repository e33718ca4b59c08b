import { DataTypes, type Sequelize } from 'sequelize'
import type {
  Establishment,
  EstablishmentStore,
} from '../../core/rnds/compile-record/establishment.ts'
import { newEstablishment } from '../../core/rnds/edit-establishment.ts'
import { Row } from '../database/row.ts'

/** An organization's profile for the national network. */
class EstablishmentRow extends Row<EstablishmentRow> {
  declare organizationId: string
  /** The whole `Establishment` as JSON. */
  declare profile: string

  static attach(sequelize: Sequelize): typeof EstablishmentRow {
    const attributes = {
      organizationId: { type: DataTypes.UUID, primaryKey: true },
      profile: { type: DataTypes.TEXT, allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'rnds_establishments',
      underscored: true,
      timestamps: false,
    }
    return class extends EstablishmentRow {}.init(attributes, options)
  }
}

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
