import { DataTypes } from 'sequelize'
import { created, id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * Organizations, users, credentials, signing keys, and the epoch that tells when any of them
 * changed.
 */
export const access: Migration = {
  name: '0001-access',
  async up(queryInterface) {
    await queryInterface.createTable('organizations', {
      id,
      name: { type: DataTypes.STRING(255), allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      allowed_origins: { type: DataTypes.TEXT, allowNull: false },
      enforce_doctor_scope: { type: DataTypes.BOOLEAN, allowNull: false },
      language: { type: DataTypes.STRING(35), allowNull: false },
      created_at: created,
    })
    await queryInterface.createTable('users', {
      id,
      organization_id: reference('organizations', 'CASCADE'),
      name: { type: DataTypes.STRING(255), allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      session_generation: { type: DataTypes.INTEGER, allowNull: false },
      created_at: created,
    })
    await queryInterface.createTable('api_keys', {
      id,
      organization_id: reference('organizations', 'CASCADE'),
      // A key must not outlive the user it stands for, nor silently lose the link to them.
      user_id: reference('users', 'CASCADE', { allowNull: true }),
      kind: { type: DataTypes.STRING(16), allowNull: false },
      name: { type: DataTypes.STRING(255), allowNull: false },
      prefix: { type: DataTypes.STRING(32), allowNull: false },
      digest: { type: DataTypes.STRING(64), allowNull: false, unique: true },
      scopes: { type: DataTypes.TEXT, allowNull: false },
      session_generation: { type: DataTypes.INTEGER, allowNull: false },
      created_at: created,
      last_used_at: { type: DataTypes.DATE, allowNull: true },
      revoked_at: { type: DataTypes.DATE, allowNull: true },
    })
    await queryInterface.createTable('signing_keys', {
      id,
      sealed_secret: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
      retired_at: { type: DataTypes.DATE, allowNull: true },
    })
    await queryInterface.createTable('access_epochs', {
      id: { type: DataTypes.INTEGER, primaryKey: true },
      value: { type: DataTypes.BIGINT, allowNull: false },
    })
    await queryInterface.bulkInsert('access_epochs', [{ id: 1, value: 1 }])
    await queryInterface.addIndex('users', ['organization_id'])
    await queryInterface.addIndex('api_keys', ['organization_id'])
    await queryInterface.addIndex('api_keys', ['user_id'])
  },
}
