import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** One line of one visit. */
export class NoteLineRow extends Row<NoteLineRow> {
  declare consultationId: string
  declare piece: string
  declare sealedLine: Buffer | null
  declare refused: string
  declare model: string
  declare modelVersion: string
  declare createdAt: CreationOptional<Date>

  static attach(sequelize: Sequelize): typeof NoteLineRow {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      piece: { type: DataTypes.STRING(64), primaryKey: true },
      sealedLine: { type: DataTypes.BLOB, allowNull: true },
      refused: { type: DataTypes.STRING(255), allowNull: false },
      model: { type: DataTypes.STRING(255), allowNull: false },
      modelVersion: { type: DataTypes.STRING(255), allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'note_line',
      tableName: 'note_lines',
      underscored: true,
      timestamps: false,
    }
    return class extends NoteLineRow {}.init(attributes, options)
  }
}
