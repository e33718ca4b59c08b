import { DataTypes } from 'sequelize'
import { created, id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * Recordings, what each of their channels holds, and the sealed data keys of consultations (DESIGN
 * §5.1).
 */
export const recordings: Migration = {
  name: '0003-recordings',
  async up(queryInterface) {
    await queryInterface.createTable('recordings', {
      id,
      // RESTRICT: sound is removed on purpose (files and key first), never as a side effect of
      // another deletion.
      consultation_id: reference('consultations', 'RESTRICT'),
      organization_id: reference('organizations', 'RESTRICT'),
      source: { type: DataTypes.STRING(16), allowNull: false },
      channels: { type: DataTypes.INTEGER, allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      start_ms: { type: DataTypes.INTEGER, allowNull: false },
      started_at: created,
      touched_at: { type: DataTypes.DATE, allowNull: false },
      finished_at: { type: DataTypes.DATE, allowNull: true },
      ended_by: { type: DataTypes.STRING(16), allowNull: true },
      statement: { type: DataTypes.TEXT, allowNull: true },
      announced: { type: DataTypes.BOOLEAN, allowNull: false },
    })
    await queryInterface.addIndex('recordings', {
      fields: ['consultation_id', 'started_at'],
      name: 'recordings_by_consultation',
    })
    await queryInterface.addIndex('recordings', {
      fields: ['state', 'announced'],
      name: 'recordings_by_state',
    })

    await queryInterface.createTable('recording_channels', {
      recording_id: { ...reference('recordings', 'CASCADE'), primaryKey: true },
      channel: { type: DataTypes.INTEGER, primaryKey: true },
      next_sequence: { type: DataTypes.BIGINT, allowNull: false },
      next_offset: { type: DataTypes.BIGINT, allowNull: false },
      held_samples: { type: DataTypes.BIGINT, allowNull: false },
      gaps: { type: DataTypes.TEXT, allowNull: false },
      sha256: { type: DataTypes.STRING(64), allowNull: false },
    })

    await queryInterface.createTable('consultation_keys', {
      consultation_id: { ...reference('consultations', 'RESTRICT'), primaryKey: true },
      sealed_key: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
    })
  },
}
