import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/**
 * What an engine answered to one unit of sound, kept until the final transcript stands: no work is
 * done twice.
 */
export class SegmentRecognition extends Row<SegmentRecognition> {
  declare id: CreationOptional<string>
  declare consultationId: string
  declare recordingId: string
  declare channel: number
  /** `from-to`, in samples, several joined by a comma. */
  declare ranges: string
  declare engine: string
  /** JSON of `RecognizedPiece[]`, AES-256-GCM under the consultation's key (seal.ts). */
  declare sealedPieces: Buffer
  declare createdAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof SegmentRecognition {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      recordingId: { type: DataTypes.UUID, allowNull: false },
      channel: { type: DataTypes.INTEGER, allowNull: false },
      ranges: { type: DataTypes.TEXT, allowNull: false },
      engine: { type: DataTypes.STRING(255), allowNull: false },
      sealedPieces: { type: DataTypes.BLOB, allowNull: false },
      createdAt: DataTypes.DATE,
    }
    const options = {
      sequelize,
      modelName: 'segmentRecognition',
      tableName: 'recognitions',
      underscored: true,
    }
    return class extends SegmentRecognition {}.init(attributes, options)
  }
}
