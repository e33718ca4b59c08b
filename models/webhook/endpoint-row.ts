import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** Where an organization's webhooks go; address and secrets sealed. */
export class WebhookEndpointRow extends Row<WebhookEndpointRow> {
  declare id: string
  declare organizationId: string
  declare name: string
  /** Separated by spaces. */
  declare events: string
  declare content: string
  declare state: string
  declare disabledBecause: string | null
  declare sealedSettings: Buffer
  declare createdAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof WebhookEndpointRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      name: { type: DataTypes.STRING(255), allowNull: false },
      events: { type: DataTypes.STRING(255), allowNull: false },
      content: { type: DataTypes.STRING(16), allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      disabledBecause: { type: DataTypes.STRING(16), allowNull: true },
      sealedSettings: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'webhook_endpoints',
      underscored: true,
      timestamps: false,
    }
    return class extends WebhookEndpointRow {}.init(attributes, options)
  }
}
