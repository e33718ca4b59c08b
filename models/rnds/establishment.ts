import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** An organization's profile for the national network. */
export class EstablishmentRow extends Row<EstablishmentRow> {
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
