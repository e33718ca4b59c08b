import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** What the network told last of somebody's occupations in an establishment. */
export class RolesRow extends Row<RolesRow> {
  /** A blind index of both. */
  declare id: string
  /** A JSON list of codes, sealed by the master key. */
  declare sealedBody: Buffer
  declare toldAt: Date

  static attach(sequelize: Sequelize): typeof RolesRow {
    const attributes = {
      id: { type: DataTypes.STRING(64), primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      toldAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'rnds_roles', underscored: true, timestamps: false }
    return class extends RolesRow {}.init(attributes, options)
  }
}
