import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** The data key of one consultation, sealed by the master key. */
export class ConsultationKey extends Row<ConsultationKey> {
  declare consultationId: string
  declare sealedKey: Buffer
  declare createdAt: Date

  static attach(sequelize: Sequelize): typeof ConsultationKey {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      sealedKey: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'consultation_keys',
      underscored: true,
      timestamps: false,
    }
    return class extends ConsultationKey {}.init(attributes, options)
  }
}
