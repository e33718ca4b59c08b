import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** `Idempotency-Key`s of submissions, for a day each. */
export const submitKeys: Migration = {
  name: '0025-submit-keys',
  async up(queryInterface) {
    await queryInterface.createTable('rnds_submit_keys', {
      // A blind index of consultation and key.
      id: { type: DataTypes.STRING(64), primaryKey: true },
      consultation_id: reference('consultations', 'CASCADE'),
      submission_id: {
        type: DataTypes.STRING(64),
        allowNull: false,
        references: { model: 'rnds_submissions', key: 'id' },
        onDelete: 'CASCADE',
        onUpdate: 'CASCADE',
      },
      // What was asked and what was answered, sealed with the consultation's key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
      version: { type: DataTypes.INTEGER, allowNull: false },
    })
    for (const column of ['consultation_id', 'submission_id', 'created_at'])
      await queryInterface.addIndex('rnds_submit_keys', {
        fields: [column],
        name: `rnds_submit_keys_by_${column}`,
      })
  },
}
