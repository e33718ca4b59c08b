import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** What an administrator says of a user who is a professional. */
export class ProfessionalRow extends Row<ProfessionalRow> {
  declare userId: string
  /** A `Professional` as JSON, sealed by the master key. */
  declare sealedBody: Buffer

  static attach(sequelize: Sequelize): typeof ProfessionalRow {
    const attributes = {
      userId: { type: DataTypes.UUID, primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'rnds_professionals',
      underscored: true,
      timestamps: false,
    }
    return class extends ProfessionalRow {}.init(attributes, options)
  }
}
