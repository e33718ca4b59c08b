import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** An imported table of codes. */
export class TerminologyTable extends Row<TerminologyTable> {
  declare system: string
  declare version: string | null
  /** SHA-256 of the terms, in hex. */
  declare digest: string
  declare concepts: number
  declare importedAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof TerminologyTable {
    const attributes = {
      system: { type: DataTypes.STRING(16), primaryKey: true },
      version: { type: DataTypes.STRING(120), allowNull: true },
      digest: { type: DataTypes.STRING(64), allowNull: false },
      concepts: { type: DataTypes.INTEGER, allowNull: false },
      importedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'terminologyTable',
      tableName: 'terminology_tables',
      underscored: true,
      timestamps: false,
    }
    return class extends TerminologyTable {}.init(attributes, options)
  }
}
