import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** One line of the delivery log: never a word of what was sent or answered. */
export class WebhookAttemptRow extends Row<WebhookAttemptRow> {
  declare messageId: string
  /** From 1, counted over all retries. */
  declare line: number
  /** Since the message was last put on its way. */
  declare number: number
  declare startedAt: Date
  declare durationMs: number
  declare status: number | null
  declare issue: string | null

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof WebhookAttemptRow {
    const attributes = {
      messageId: { type: DataTypes.STRING(64), primaryKey: true },
      line: { type: DataTypes.INTEGER, primaryKey: true },
      number: { type: DataTypes.INTEGER, allowNull: false },
      startedAt: { type: DataTypes.DATE, allowNull: false },
      durationMs: { type: DataTypes.INTEGER, allowNull: false },
      status: { type: DataTypes.INTEGER, allowNull: true },
      issue: { type: DataTypes.STRING(32), allowNull: true },
    }
    const options = {
      sequelize,
      tableName: 'webhook_attempts',
      underscored: true,
      timestamps: false,
    }
    return class extends WebhookAttemptRow {}.init(attributes, options)
  }
}

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

/** What an endpoint is to be told, or was. */
export class WebhookMessageRow extends Row<WebhookMessageRow> {
  declare id: string
  declare organizationId: string
  declare endpointId: string
  declare consultationId: string
  declare documentId: string | null
  declare event: string
  declare content: string
  declare state: string
  /** By the consultation's key; empty where it was taken out. */
  declare sealedBody: Buffer
  declare attempts: number
  declare dueAt: Date | null
  /** `host:pid:random` of the process that sends it. */
  declare leaseOwner: string | null
  declare leaseExpiresAt: Date | null
  declare createdAt: Date
  declare endedAt: Date | null

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof WebhookMessageRow {
    const attributes = {
      id: { type: DataTypes.STRING(64), primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      endpointId: { type: DataTypes.UUID, allowNull: false },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      documentId: { type: DataTypes.UUID, allowNull: true },
      event: { type: DataTypes.STRING(64), allowNull: false },
      content: { type: DataTypes.STRING(16), allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false },
      dueAt: { type: DataTypes.DATE, allowNull: true },
      leaseOwner: { type: DataTypes.STRING(255), allowNull: true },
      leaseExpiresAt: { type: DataTypes.DATE, allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      endedAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = {
      sequelize,
      tableName: 'webhook_messages',
      underscored: true,
      timestamps: false,
    }
    return class extends WebhookMessageRow {}.init(attributes, options)
  }
}
