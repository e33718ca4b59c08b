import { DataTypes } from 'sequelize'
import { created, id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * The browser extension: what an organization allows it, the codes that doctors sign in with, their
 * devices, and the key that the installation signs its copy of the extension with.
 */
export const extension: Migration = {
  name: '0035-extension',
  async up(queryInterface) {
    // A step that broke off goes on where it was.
    if (!('extension' in (await queryInterface.describeTable('organizations'))))
      await queryInterface.addColumn('organizations', 'extension', {
        type: DataTypes.STRING(255),
        allowNull: true,
      })
    const owner = {
      organization_id: reference('organizations', 'CASCADE'),
      user_id: reference('users', 'CASCADE'),
    }
    await queryInterface.createTable('invites', {
      id,
      ...owner,
      digest: { type: DataTypes.STRING(64), allowNull: false, unique: true },
      created_at: created,
      expires_at: { type: DataTypes.DATE, allowNull: false },
      spent_at: { type: DataTypes.DATE, allowNull: true },
    })
    await queryInterface.createTable('devices', {
      id,
      ...owner,
      name: { type: DataTypes.STRING(255), allowNull: false },
      thumbprint: { type: DataTypes.STRING(64), allowNull: false },
      session_generation: { type: DataTypes.INTEGER, allowNull: false },
      token_digest: { type: DataTypes.STRING(64), allowNull: false },
      last_digest: { type: DataTypes.STRING(64), allowNull: true },
      last_salt: { type: DataTypes.STRING(64), allowNull: true },
      last_spent_at: { type: DataTypes.DATE, allowNull: true },
      created_at: created,
      last_used_at: { type: DataTypes.DATE, allowNull: false },
      ended_at: { type: DataTypes.DATE, allowNull: true },
      ended_because: { type: DataTypes.STRING(16), allowNull: true },
    })
    await queryInterface.createTable('extension_keys', {
      id,
      sealed_key: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
    })
  },
}
