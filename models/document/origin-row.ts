import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** What one document was written from, as one sealed blob. */
export class DocumentOriginRow extends Row<DocumentOriginRow> {
  declare documentId: string
  declare consultationId: string
  declare sealedBody: Buffer
  declare createdAt: CreationOptional<Date>

  static attach(sequelize: Sequelize): typeof DocumentOriginRow {
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'document_origin',
      tableName: 'document_origins',
      underscored: true,
      timestamps: false,
    }
    return class extends DocumentOriginRow {}.init(attributes, options)
  }
}
