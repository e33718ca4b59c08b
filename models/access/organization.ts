import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** A hospital or practice: the owner of everything else. */
export class OrganizationRow extends Row<OrganizationRow> {
  declare id: string
  declare name: string
  declare status: string
  /** JSON list of origins. */
  declare allowedOrigins: string
  declare enforceDoctorScope: boolean
  declare language: string
  /** Null: as shipped. */
  declare iframeConsent: string | null
  /** JSON of its switches; null: as shipped. */
  declare extension: string | null
  declare createdAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof OrganizationRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      name: { type: DataTypes.STRING(255), allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      allowedOrigins: { type: DataTypes.TEXT, allowNull: false },
      enforceDoctorScope: { type: DataTypes.BOOLEAN, allowNull: false },
      language: { type: DataTypes.STRING(35), allowNull: false },
      iframeConsent: { type: DataTypes.STRING(8), allowNull: true },
      extension: { type: DataTypes.STRING(255), allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'organizations', underscored: true, timestamps: false }
    return class extends OrganizationRow {}.init(attributes, options)
  }
}
