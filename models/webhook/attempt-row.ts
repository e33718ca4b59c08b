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
