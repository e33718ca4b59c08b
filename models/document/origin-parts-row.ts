import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** A part of what documents of a visit were written from. */
export class OriginPartRow extends Row<OriginPartRow> {
  declare consultationId: string
  declare part: string
  declare sealedBody: Buffer
  declare sizeBytes: number
  declare createdAt: CreationOptional<Date>

  static attach(sequelize: Sequelize): typeof OriginPartRow {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      part: { type: DataTypes.STRING(64), primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      sizeBytes: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const tableName = 'document_origin_parts'
    const options = { sequelize, tableName, underscored: true, timestamps: false }
    return class extends OriginPartRow {}.init(attributes, options)
  }
}

/** Which document was written from it. */
export class OriginUseRow extends Row<OriginUseRow> {
  declare documentId: string
  declare part: string
  declare consultationId: string

  static attach(sequelize: Sequelize): typeof OriginUseRow {
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      part: { type: DataTypes.STRING(64), primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
    }
    const tableName = 'document_origin_uses'
    const options = { sequelize, tableName, underscored: true, timestamps: false }
    return class extends OriginUseRow {}.init(attributes, options)
  }
}
