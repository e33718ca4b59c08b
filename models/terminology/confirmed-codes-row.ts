import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** What a doctor confirmed for one consultation, as one sealed blob. */
export class ConfirmedCodesRow extends Row<ConfirmedCodesRow> {
  declare consultationId: string
  declare sealedBody: Buffer
  declare updatedAt: Date

  /** A fresh subclass per connection and table: two databases in one process never share state. */
  static attach(sequelize: Sequelize, tableName: ConfirmedTable): typeof ConfirmedCodesRow {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: tableName,
      tableName,
      underscored: true,
      timestamps: false,
    }
    return class extends ConfirmedCodesRow {}.init(attributes, options)
  }
}

export type ConfirmedTable = 'diagnoses' | 'procedures'
