import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** A code that a user signs in with once; its digest alone is kept. */
export class InviteRow extends Row<InviteRow> {
  declare id: string
  declare organizationId: string
  declare userId: string
  /** SHA-256, in hex. */
  declare digest: string
  declare thumbprint: CreationOptional<string | null>
  declare createdAt: Date
  declare expiresAt: Date
  declare spentAt: CreationOptional<Date | null>

  static attach(sequelize: Sequelize): typeof InviteRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      userId: { type: DataTypes.UUID, allowNull: false },
      digest: { type: DataTypes.STRING(64), allowNull: false },
      thumbprint: { type: DataTypes.STRING(64), allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      expiresAt: { type: DataTypes.DATE, allowNull: false },
      spentAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'invites', underscored: true, timestamps: false }
    return class extends InviteRow {}.init(attributes, options)
  }
}
