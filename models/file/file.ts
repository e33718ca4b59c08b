import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/**
 * An uploaded file of a consultation. Its name, text and thumbnail are sealed blobs, its bytes a
 * file on the disk.
 */
export class FileRow extends Row<FileRow> {
  declare id: string
  declare consultationId: string
  declare sealedName: Buffer
  declare sealedText: CreationOptional<Buffer | null>
  declare sealedThumbnail: CreationOptional<Buffer | null>
  declare source: string
  declare sizeBytes: number
  declare fingerprint: string | null
  declare state: string
  declare type: string | null
  declare pages: number | null
  declare textLength: number | null
  declare textFrom: string | null
  declare hasThumbnail: boolean
  /** JSON. */
  declare inputUse: CreationOptional<string | null>
  declare failure: string | null
  declare uploadExpiresAt: Date
  declare attempts: CreationOptional<number>
  declare runAfter: Date
  /** `host:pid:random` of the process that reads it. */
  declare leaseOwner: CreationOptional<string | null>
  declare leaseExpiresAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof FileRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      sealedName: { type: DataTypes.BLOB, allowNull: false },
      sealedText: { type: DataTypes.BLOB, allowNull: true },
      sealedThumbnail: { type: DataTypes.BLOB, allowNull: true },
      source: { type: DataTypes.STRING(8), allowNull: false },
      sizeBytes: { type: DataTypes.INTEGER, allowNull: false },
      fingerprint: { type: DataTypes.STRING(64), allowNull: true },
      state: { type: DataTypes.STRING(16), allowNull: false },
      type: { type: DataTypes.STRING(32), allowNull: true },
      pages: { type: DataTypes.INTEGER, allowNull: true },
      textLength: { type: DataTypes.INTEGER, allowNull: true },
      textFrom: { type: DataTypes.STRING(16), allowNull: true },
      hasThumbnail: { type: DataTypes.BOOLEAN, allowNull: false },
      inputUse: { type: DataTypes.TEXT, allowNull: true },
      failure: { type: DataTypes.STRING(32), allowNull: true },
      uploadExpiresAt: { type: DataTypes.DATE, allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      runAfter: { type: DataTypes.DATE, allowNull: false },
      leaseOwner: { type: DataTypes.STRING(255), allowNull: true },
      leaseExpiresAt: { type: DataTypes.DATE, allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: DataTypes.DATE,
    }
    const options = { sequelize, modelName: 'file', tableName: 'files', underscored: true }
    return class extends FileRow {}.init(attributes, options)
  }
}
