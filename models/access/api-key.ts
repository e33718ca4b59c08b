import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/**
 * A credential of a host system; of its secret only the digest is kept: a stolen database opens
 * nothing.
 */
export class ApiKeyRow extends Row<ApiKeyRow> {
  declare id: string
  declare organizationId: string
  declare userId: string | null
  declare kind: string
  declare name: string
  declare prefix: string
  /** SHA-256 of the secret, in hex. */
  declare digest: string
  /** JSON list. */
  declare scopes: string
  declare sessionGeneration: number
  declare createdAt: Date
  declare lastUsedAt: Date | null
  declare revokedAt: Date | null

  static attach(sequelize: Sequelize): typeof ApiKeyRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      userId: { type: DataTypes.UUID, allowNull: true },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      name: { type: DataTypes.STRING(255), allowNull: false },
      prefix: { type: DataTypes.STRING(32), allowNull: false },
      digest: { type: DataTypes.STRING(64), allowNull: false, unique: true },
      scopes: { type: DataTypes.TEXT, allowNull: false },
      sessionGeneration: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      lastUsedAt: { type: DataTypes.DATE, allowNull: true },
      revokedAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'api_keys', underscored: true, timestamps: false }
    return class extends ApiKeyRow {}.init(attributes, options)
  }
}
