import { DataTypes } from 'sequelize'
import { created, id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

const text = (length: number, allowNull = false) => ({ type: DataTypes.STRING(length), allowNull })
const moment = { type: DataTypes.DATE, allowNull: true }

/**
 * Webhooks: where they go, what waits to go or went, and every attempt. And which recordings went
 * with an erased consultation.
 */
export const webhooks: Migration = {
  name: '0022-webhooks',
  async up(queryInterface) {
    await queryInterface.createTable('webhook_endpoints', {
      id,
      organization_id: reference('organizations', 'CASCADE'),
      name: text(255),
      // Separated by spaces.
      events: text(255),
      content: text(16),
      state: text(16),
      disabled_because: text(16, true),
      // JSON: address and secrets, by the master key.
      sealed_settings: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
    })
    await queryInterface.createTable('webhook_messages', {
      // What goes out as `webhook-id`; they sort by time.
      id: { type: DataTypes.STRING(64), primaryKey: true },
      organization_id: reference('organizations', 'CASCADE'),
      endpoint_id: reference('webhook_endpoints', 'CASCADE'),
      consultation_id: reference('consultations', 'CASCADE'),
      document_id: { type: DataTypes.UUID, allowNull: true },
      event: text(64),
      content: text(16),
      state: text(16),
      // By the consultation's key; empty where it was taken out.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false },
      due_at: moment,
      lease_owner: text(255, true),
      lease_expires_at: moment,
      created_at: created,
      ended_at: moment,
    })
    await queryInterface.addIndex('webhook_messages', {
      fields: ['state', 'due_at'],
      name: 'webhook_messages_by_due',
    })
    for (const column of ['endpoint_id', 'consultation_id'])
      await queryInterface.addIndex('webhook_messages', {
        fields: [column],
        name: `webhook_messages_by_${column}`,
      })
    await queryInterface.createTable('webhook_attempts', {
      message_id: {
        type: DataTypes.STRING(64),
        primaryKey: true,
        references: { model: 'webhook_messages', key: 'id' },
        onDelete: 'CASCADE',
        onUpdate: 'CASCADE',
      },
      // Counted over all retries.
      line: { type: DataTypes.INTEGER, primaryKey: true },
      number: { type: DataTypes.INTEGER, allowNull: false },
      started_at: created,
      duration_ms: { type: DataTypes.INTEGER, allowNull: false },
      status: { type: DataTypes.INTEGER, allowNull: true },
      issue: text(32, true),
    })
    await queryInterface.createTable('erased_recordings', {
      recording_id: { type: DataTypes.UUID, primaryKey: true },
      consultation_id: {
        type: DataTypes.UUID,
        allowNull: false,
        references: { model: 'erasures', key: 'consultation_id' },
        onDelete: 'CASCADE',
        onUpdate: 'CASCADE',
      },
    })
  },
}
