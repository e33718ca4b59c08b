import { DataTypes } from 'sequelize'
import { id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

const when = { type: DataTypes.DATE, allowNull: false }

/**
 * Several servers on one PostgreSQL: who they are, which of them writes a recording, and the sound
 * that is acknowledged and not in its file yet. Empty where one server serves.
 */
export const nodes: Migration = {
  name: '0038-nodes',
  async up(queryInterface) {
    await queryInterface.createTable('nodes', {
      id,
      address: { type: DataTypes.STRING(255), allowNull: false },
      version: { type: DataTypes.STRING(64), allowNull: false },
      // `host:pid`, as job leases name their holder.
      process: { type: DataTypes.STRING(255), allowNull: false },
      started_at: when,
      // By the database's clock, like every time in these tables.
      seen_at: when,
    })
    await queryInterface.createTable('node_leaders', {
      name: { type: DataTypes.STRING(64), primaryKey: true },
      node_id: { type: DataTypes.UUID, allowNull: false },
      until_at: when,
    })
    await queryInterface.createTable('recording_leases', {
      recording_id: { ...reference('recordings', 'CASCADE'), primaryKey: true },
      node_id: { type: DataTypes.UUID, allowNull: false },
      // Grows with each taking: what was sent under an earlier one is refused.
      token: { type: DataTypes.BIGINT, allowNull: false },
      taken_at: when,
    })
    await queryInterface.createTable('sound_pieces', {
      recording_id: { ...reference('recordings', 'CASCADE'), primaryKey: true },
      channel: { type: DataTypes.INTEGER, primaryKey: true },
      // Where it belongs in the channel's file, in bytes.
      position: { type: DataTypes.BIGINT, primaryKey: true },
      // A sealed block, or several.
      sealed: { type: DataTypes.BLOB, allowNull: false },
    })
    if (queryInterface.sequelize.getDialect() === 'sqlite') return
    // Sealed bytes cannot be compressed.
    await queryInterface.sequelize.query(
      'ALTER TABLE sound_pieces ALTER COLUMN sealed SET STORAGE EXTERNAL',
    )
  },
}
