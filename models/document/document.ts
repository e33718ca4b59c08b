import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** A document of a consultation. Its clinical part is one sealed blob. */
export class DocumentRow extends Row<DocumentRow> {
  declare id: string
  declare consultationId: string
  /** JSON of the model it was written by. */
  declare template: string
  declare status: string
  declare sealedBody: Buffer
  /** The one of several servers that writes it, while it is `generating`. */
  declare leaseOwner: CreationOptional<string | null>
  declare generator: string
  declare model: string | null
  declare generatorVersion: string
  declare editedByUser: boolean
  declare failureError: string | null
  declare failureMessage: string | null
  declare reviewedAt: Date | null
  /**
   * JSON: who reviewed it and who deleted it, as the host or the organization names them; null for
   * nobody.
   */
  declare sealedPeople: CreationOptional<Buffer | null>
  declare version: number
  declare deletedAt: Date | null
  /** When the host said that it has `importedVersion`. */
  declare importedAt: CreationOptional<Date | null>
  declare importedVersion: CreationOptional<number | null>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof DocumentRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      template: { type: DataTypes.TEXT, allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      leaseOwner: { type: DataTypes.STRING(255), allowNull: true },
      generator: { type: DataTypes.STRING(16), allowNull: false },
      model: { type: DataTypes.STRING(255), allowNull: true },
      generatorVersion: { type: DataTypes.STRING(255), allowNull: false },
      editedByUser: { type: DataTypes.BOOLEAN, allowNull: false },
      failureError: { type: DataTypes.STRING(64), allowNull: true },
      failureMessage: { type: DataTypes.STRING(500), allowNull: true },
      reviewedAt: { type: DataTypes.DATE, allowNull: true },
      sealedPeople: { type: DataTypes.BLOB, allowNull: true },
      version: { type: DataTypes.INTEGER, allowNull: false },
      deletedAt: { type: DataTypes.DATE, allowNull: true },
      importedAt: { type: DataTypes.DATE, allowNull: true },
      importedVersion: { type: DataTypes.INTEGER, allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    // The domain's clock sets both times: Sequelize would put its own.
    const options = {
      sequelize,
      modelName: 'document',
      tableName: 'documents',
      underscored: true,
      timestamps: false,
    }
    return class extends DocumentRow {}.init(attributes, options)
  }
}
