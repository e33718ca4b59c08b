import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** What one channel of a finished recording holds. */
export class RecordingChannel extends Row<RecordingChannel> {
  declare recordingId: string
  declare channel: number
  declare nextSequence: number
  /** In samples, like `heldSamples`. */
  declare nextOffset: number
  declare heldSamples: number
  /** JSON: `[{ from, to }]` in samples. */
  declare gaps: string
  declare sha256: string

  static attach(sequelize: Sequelize): typeof RecordingChannel {
    const attributes = {
      recordingId: { type: DataTypes.UUID, primaryKey: true },
      channel: { type: DataTypes.INTEGER, primaryKey: true },
      nextSequence: { type: DataTypes.BIGINT, allowNull: false },
      nextOffset: { type: DataTypes.BIGINT, allowNull: false },
      heldSamples: { type: DataTypes.BIGINT, allowNull: false },
      gaps: { type: DataTypes.TEXT, allowNull: false },
      sha256: { type: DataTypes.STRING(64), allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'recording_channels',
      underscored: true,
      timestamps: false,
    }
    return class extends RecordingChannel {}.init(attributes, options)
  }
}
