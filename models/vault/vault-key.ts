import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/**
 * A key of the whole appliance, sealed. `master`: which master key is in force, with a proof that
 * only it opens; `index`: what blind indexes are made with; `handover`: the new master key, sealed
 * by the old one while running servers fetch it.
 */
export class VaultKeyRow extends Row<VaultKeyRow> {
  declare name: string
  /** Of the master key that sealed it. */
  declare fingerprint: string
  declare sealedSecret: Buffer
  declare createdAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof VaultKeyRow {
    const attributes = {
      name: { type: DataTypes.STRING(128), primaryKey: true },
      fingerprint: { type: DataTypes.STRING(64), allowNull: false },
      sealedSecret: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'vault_keys', underscored: true, timestamps: false }
    return class extends VaultKeyRow {}.init(attributes, options)
  }
}
