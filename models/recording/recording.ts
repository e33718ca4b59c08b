import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** A take of a consultation. How much it holds while it is open only the audio files know. */
export class Recording extends Row<Recording> {
  declare id: string
  declare consultationId: string
  declare organizationId: string
  declare source: string
  declare channels: number
  declare state: string
  /** On the consultation's recorded timeline. */
  declare startMs: number
  declare startedAt: Date
  declare touchedAt: Date
  declare finishedAt: Date | null
  declare endedBy: string | null
  /** JSON, as the client was told. */
  declare statement: string | null
  /** JSON. */
  declare inputUse: CreationOptional<string | null>
  declare announced: boolean
  /** JSON, per channel: sound that the client never captured, in ms. */
  declare lostMs: CreationOptional<string>
  declare soundErasedAt: CreationOptional<Date | null>

  static attach(sequelize: Sequelize): typeof Recording {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      source: { type: DataTypes.STRING(16), allowNull: false },
      channels: { type: DataTypes.INTEGER, allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      startMs: { type: DataTypes.INTEGER, allowNull: false },
      startedAt: { type: DataTypes.DATE, allowNull: false },
      touchedAt: { type: DataTypes.DATE, allowNull: false },
      finishedAt: { type: DataTypes.DATE, allowNull: true },
      endedBy: { type: DataTypes.STRING(16), allowNull: true },
      statement: { type: DataTypes.TEXT, allowNull: true },
      inputUse: { type: DataTypes.TEXT, allowNull: true },
      announced: { type: DataTypes.BOOLEAN, allowNull: false },
      lostMs: { type: DataTypes.STRING(64), allowNull: false, defaultValue: '[]' },
      soundErasedAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'recordings', underscored: true, timestamps: false }
    return class extends Recording {}.init(attributes, options)
  }
}
