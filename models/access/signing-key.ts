import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** A secret that signs tokens, sealed. */
export class SigningKeyRow extends Row<SigningKeyRow> {
  declare id: string
  declare sealedSecret: Buffer
  declare createdAt: Date
  declare retiredAt: Date | null

  static attach(sequelize: Sequelize): typeof SigningKeyRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      sealedSecret: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      retiredAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'signing_keys', underscored: true, timestamps: false }
    return class extends SigningKeyRow {}.init(attributes, options)
  }
}
