import { DataTypes } from 'sequelize'
import { created, id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * Segments of transcripts, what the recognizer answered per unit of sound, and the jobs that write
 * the final text.
 */
export const transcription: Migration = {
  name: '0004-transcription',
  async up(queryInterface) {
    await queryInterface.createTable('segments', {
      id,
      consultation_id: reference('consultations', 'CASCADE'),
      recording_id: reference('recordings', 'CASCADE'),
      channel: { type: DataTypes.INTEGER, allowNull: false },
      from_sample: { type: DataTypes.BIGINT, allowNull: true },
      start_ms: { type: DataTypes.INTEGER, allowNull: false },
      end_ms: { type: DataTypes.INTEGER, allowNull: false },
      sealed_text: { type: DataTypes.BLOB, allowNull: false },
      speaker: { type: DataTypes.STRING(64), allowNull: true },
      confidence: { type: DataTypes.FLOAT, allowNull: true },
      final: { type: DataTypes.BOOLEAN, allowNull: false },
      created_at: created,
      updated_at: created,
    })
    await queryInterface.addIndex('segments', {
      fields: ['consultation_id', 'start_ms'],
      name: 'segments_by_time',
    })
    await queryInterface.addIndex('segments', {
      fields: ['recording_id', 'channel', 'from_sample'],
      name: 'segments_by_unit',
    })

    await queryInterface.createTable('recognitions', {
      id,
      consultation_id: reference('consultations', 'CASCADE'),
      recording_id: reference('recordings', 'CASCADE'),
      channel: { type: DataTypes.INTEGER, allowNull: false },
      ranges: { type: DataTypes.TEXT, allowNull: false },
      engine: { type: DataTypes.STRING(255), allowNull: false },
      sealed_pieces: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
      updated_at: created,
    })
    await queryInterface.addIndex('recognitions', {
      fields: ['recording_id', 'channel', 'engine', 'ranges'],
      unique: true,
      name: 'recognitions_by_unit',
    })

    await queryInterface.createTable('jobs', {
      id,
      kind: { type: DataTypes.STRING(64), allowNull: false },
      consultation_id: reference('consultations', 'CASCADE'),
      recording_id: reference('recordings', 'CASCADE'),
      state: { type: DataTypes.STRING(16), allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false },
      run_after: { type: DataTypes.DATE, allowNull: false },
      lease_owner: { type: DataTypes.STRING(255), allowNull: true },
      lease_expires_at: { type: DataTypes.DATE, allowNull: true },
      reason_error: { type: DataTypes.STRING(64), allowNull: true },
      reason_message: { type: DataTypes.STRING(500), allowNull: true },
      created_at: created,
      updated_at: created,
    })
    await queryInterface.addIndex('jobs', {
      fields: ['kind', 'recording_id'],
      unique: true,
      name: 'jobs_once',
    })
    await queryInterface.addIndex('jobs', {
      fields: ['kind', 'state', 'run_after'],
      name: 'jobs_by_turn',
    })
    await queryInterface.addIndex('jobs', {
      fields: ['consultation_id'],
      name: 'jobs_by_consultation',
    })
  },
}
