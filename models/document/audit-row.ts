import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** One thing that happened to a document. Never changed, never removed: the database refuses it. */
export class DocumentAuditRow extends Row<DocumentAuditRow> {
  declare sequence: CreationOptional<number>
  declare consultationId: string
  declare documentId: string
  declare documentVersion: number
  declare kind: string
  /** In lines of earlier releases, who did it; now told among the sealed facts. */
  declare madeBy: string | null
  declare sealedFacts: Buffer
  declare createdAt: Date

  static attach(sequelize: Sequelize): typeof DocumentAuditRow {
    const attributes = {
      sequence: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      documentId: { type: DataTypes.UUID, allowNull: false },
      documentVersion: { type: DataTypes.INTEGER, allowNull: false },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      madeBy: { type: DataTypes.STRING(255), allowNull: true },
      sealedFacts: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'documentAudit',
      tableName: 'document_audit',
      underscored: true,
      timestamps: false,
    }
    return class extends DocumentAuditRow {}.init(attributes, options)
  }
}
