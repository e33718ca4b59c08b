import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from './row.ts'

/** The confirmed diagnoses of one consultation, as one sealed blob. */
export class DiagnosisRow extends Row<DiagnosisRow> {
  declare consultationId: string
  declare sealedBody: Buffer
  declare updatedAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof DiagnosisRow {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'diagnosis',
      tableName: 'diagnoses',
      underscored: true,
      timestamps: false,
    }
    return class extends DiagnosisRow {}.init(attributes, options)
  }
}
