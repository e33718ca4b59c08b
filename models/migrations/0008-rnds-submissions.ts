import { DataTypes } from 'sequelize'
import { reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** Records on their way to the national network, and every call that was made for them. */
export const rndsSubmissions: Migration = {
  name: '0008-rnds-submissions',
  async up(queryInterface) {
    await queryInterface.createTable('rnds_submissions', {
      id: { type: DataTypes.STRING(64), primaryKey: true },
      organization_id: reference('organizations', 'CASCADE'),
      consultation_id: reference('consultations', 'CASCADE'),
      document_type: { type: DataTypes.STRING(8), allowNull: false },
      sequence: { type: DataTypes.INTEGER, allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      // Consultation and type while it is pending: no two are on their way at once.
      pending_slot: { type: DataTypes.STRING(64), allowNull: true },
      local_id: { type: DataTypes.STRING(64), allowNull: false },
      network_id: { type: DataTypes.STRING(128), allowNull: true },
      replaces_id: { type: DataTypes.STRING(64), allowNull: true },
      replaces_network_id: { type: DataTypes.STRING(128), allowNull: true },
      cnes: { type: DataTypes.STRING(7), allowNull: false },
      // Bundle, people, digest, refusals and the reason of a deletion, sealed with the
      // consultation's key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      submitted_at: { type: DataTypes.DATE, allowNull: false },
      updated_at: { type: DataTypes.DATE, allowNull: false },
      failed_attempts: { type: DataTypes.INTEGER, allowNull: false },
      give_up_at: { type: DataTypes.DATE, allowNull: false },
      due_at: { type: DataTypes.DATE, allowNull: true },
      in_doubt_since: { type: DataTypes.DATE, allowNull: true },
      deletion_requested_at: { type: DataTypes.DATE, allowNull: true },
      deletion_in_doubt_since: { type: DataTypes.DATE, allowNull: true },
      lease_owner: { type: DataTypes.STRING(255), allowNull: true },
      lease_expires_at: { type: DataTypes.DATE, allowNull: true },
      version: { type: DataTypes.INTEGER, allowNull: false },
    })
    await queryInterface.addIndex('rnds_submissions', {
      fields: ['consultation_id', 'sequence'],
      unique: true,
      name: 'rnds_submissions_in_order',
    })
    await queryInterface.addIndex('rnds_submissions', {
      fields: ['pending_slot'],
      unique: true,
      name: 'rnds_submissions_one_pending',
    })
    await queryInterface.addIndex('rnds_submissions', {
      fields: ['due_at'],
      name: 'rnds_submissions_by_turn',
    })
    await queryInterface.addIndex('rnds_submissions', {
      fields: ['organization_id', 'submitted_at'],
      name: 'rnds_submissions_by_time',
    })

    await queryInterface.createTable('rnds_attempts', {
      id: { type: DataTypes.UUID, primaryKey: true },
      submission_id: {
        type: DataTypes.STRING(64),
        allowNull: false,
        references: { model: 'rnds_submissions', key: 'id' },
        onDelete: 'CASCADE',
        onUpdate: 'CASCADE',
      },
      action: { type: DataTypes.STRING(16), allowNull: false },
      started_at: { type: DataTypes.DATE, allowNull: false },
      ended_at: { type: DataTypes.DATE, allowNull: true },
      outcome: { type: DataTypes.STRING(16), allowNull: true },
      http_status: { type: DataTypes.INTEGER, allowNull: true },
      codes: { type: DataTypes.TEXT, allowNull: false },
    })
    await queryInterface.addIndex('rnds_attempts', {
      fields: ['submission_id', 'started_at'],
      name: 'rnds_attempts_in_order',
    })
  },
}
