import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** An organization's own words. The table's column `specialty` is no longer read or written. */
export class VocabularyRow extends Row<VocabularyRow> {
  declare organizationId: string
  /** JSON list of texts. */
  declare words: string

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof VocabularyRow {
    const attributes = {
      organizationId: { type: DataTypes.UUID, primaryKey: true },
      words: { type: DataTypes.TEXT, allowNull: false },
    }
    const options = { sequelize, tableName: 'vocabularies', underscored: true, timestamps: false }
    return class extends VocabularyRow {}.init(attributes, options)
  }
}
