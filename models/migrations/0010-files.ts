import { DataTypes } from 'sequelize'
import { created, id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * Uploaded files of consultations; each row is its own job. The bytes lie in the folder `files`.
 */
export const files: Migration = {
  name: '0010-files',
  async up(queryInterface) {
    await queryInterface.createTable('files', {
      id,
      consultation_id: reference('consultations', 'CASCADE'),
      // Name, text by page and thumbnail: sealed with the consultation's key, each for itself,
      // since lists need the name only.
      sealed_name: { type: DataTypes.BLOB, allowNull: false },
      sealed_text: { type: DataTypes.BLOB, allowNull: true },
      sealed_thumbnail: { type: DataTypes.BLOB, allowNull: true },
      source: { type: DataTypes.STRING(8), allowNull: false },
      size_bytes: { type: DataTypes.INTEGER, allowNull: false },
      fingerprint: { type: DataTypes.STRING(64), allowNull: true },
      state: { type: DataTypes.STRING(16), allowNull: false },
      type: { type: DataTypes.STRING(32), allowNull: true },
      pages: { type: DataTypes.INTEGER, allowNull: true },
      text_length: { type: DataTypes.INTEGER, allowNull: true },
      text_from: { type: DataTypes.STRING(16), allowNull: true },
      has_thumbnail: { type: DataTypes.BOOLEAN, allowNull: false },
      failure: { type: DataTypes.STRING(32), allowNull: true },
      upload_expires_at: { type: DataTypes.DATE, allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false },
      run_after: { type: DataTypes.DATE, allowNull: false },
      lease_owner: { type: DataTypes.STRING(255), allowNull: true },
      lease_expires_at: { type: DataTypes.DATE, allowNull: true },
      created_at: created,
      updated_at: created,
    })
    await queryInterface.addIndex('files', {
      fields: ['consultation_id', 'created_at'],
      name: 'files_by_consultation',
    })
    // The same content twice in a consultation is one file; another's fingerprint of it differs.
    await queryInterface.addIndex('files', {
      fields: ['consultation_id', 'fingerprint'],
      unique: true,
      name: 'files_once',
    })
    await queryInterface.addIndex('files', {
      fields: ['state', 'run_after'],
      name: 'files_by_turn',
    })
  },
}
