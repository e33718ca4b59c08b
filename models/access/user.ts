import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** Somebody to whom keys may be linked (spec §5.4). */
export class UserRow extends Row<UserRow> {
  declare id: string
  declare organizationId: string
  declare name: string
  declare login: CreationOptional<string | null>
  declare status: string
  declare sessionGeneration: number
  declare createdAt: Date

  static attach(sequelize: Sequelize): typeof UserRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      name: { type: DataTypes.STRING(255), allowNull: false },
      login: { type: DataTypes.STRING(255), allowNull: true },
      status: { type: DataTypes.STRING(16), allowNull: false },
      sessionGeneration: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'users', underscored: true, timestamps: false }
    return class extends UserRow {}.init(attributes, options)
  }
}
