import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import type { Speaker } from '../../core/contract/api.ts'
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

/** A stretch of transcribed speech. */
export class Segment extends Row<Segment> {
  declare id: CreationOptional<string>
  declare consultationId: string
  declare recordingId: string
  /** 0 the microphone, 1 the remote side. */
  declare channel: number
  /** Where the live unit it belongs to begins; null in the final transcript. */
  declare fromSample: number | null
  declare startMs: number
  declare endMs: number
  /** AES-256-GCM under the consultation's key (seal.ts). */
  declare sealedText: Buffer
  /** Only what a person said; what the channels tell is not stored. */
  declare speaker: CreationOptional<Speaker | null>
  /**
   * Earlier wordings of a corrected segment, sealed as the text is; null where nobody changed it.
   */
  declare sealedEarlier: CreationOptional<Buffer | null>
  /**
   * When each of the recognizer's words was said (seal.ts), sealed: word lengths tell much. Null
   * where the engine does not say.
   */
  declare sealedWords: CreationOptional<Buffer | null>
  declare confidence: number | null
  declare final: boolean
  declare createdAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof Segment {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      recordingId: { type: DataTypes.UUID, allowNull: false },
      channel: { type: DataTypes.INTEGER, allowNull: false },
      fromSample: { type: DataTypes.BIGINT, allowNull: true },
      startMs: { type: DataTypes.INTEGER, allowNull: false },
      endMs: { type: DataTypes.INTEGER, allowNull: false },
      sealedText: { type: DataTypes.BLOB, allowNull: false },
      speaker: { type: DataTypes.STRING(64), allowNull: true },
      sealedEarlier: { type: DataTypes.BLOB, allowNull: true },
      sealedWords: { type: DataTypes.BLOB, allowNull: true },
      confidence: { type: DataTypes.FLOAT, allowNull: true },
      final: { type: DataTypes.BOOLEAN, allowNull: false },
      createdAt: DataTypes.DATE,
    }
    const options = { sequelize, modelName: 'segment', tableName: 'segments', underscored: true }
    return class extends Segment {}.init(attributes, options)
  }
}
