import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** The answer to one schema for one document, as one sealed blob. */
export class StructuredOutputRow extends Row<StructuredOutputRow> {
  declare documentId: string
  declare schemaDigest: string
  declare sealedBody: Buffer
  declare createdAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof StructuredOutputRow {
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      schemaDigest: { type: DataTypes.STRING(64), primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'structured_output',
      tableName: 'structured_outputs',
      underscored: true,
      timestamps: false,
    }
    return class extends StructuredOutputRow {}.init(attributes, options)
  }
}
