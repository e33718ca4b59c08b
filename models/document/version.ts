import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** One state that a document was in. Its clinical part is one sealed blob. */
export class DocumentVersionRow extends Row<DocumentVersionRow> {
  declare documentId: string
  declare number: number
  declare kind: string
  /** Who made it, as the host or the organization names the person; null for nobody. */
  declare sealedMaker: Buffer | null
  declare sealedBody: Buffer
  declare createdAt: Date
  declare updatedAt: Date

  static attach(sequelize: Sequelize): typeof DocumentVersionRow {
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      number: { type: DataTypes.INTEGER, primaryKey: true },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      sealedMaker: { type: DataTypes.BLOB, allowNull: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'documentVersion',
      tableName: 'document_versions',
      underscored: true,
      timestamps: false,
    }
    return class extends DocumentVersionRow {}.init(attributes, options)
  }
}
