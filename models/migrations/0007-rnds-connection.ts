import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** With what, as whom and where an organization speaks to the national network: one of each. */
export const rndsConnection: Migration = {
  name: '0007-rnds-connection',
  async up(queryInterface) {
    await queryInterface.createTable('rnds_certificates', {
      organization_id: { ...reference('organizations', 'CASCADE'), primaryKey: true },
      // Key, chain and names (an e-CPF names a person), sealed by the master key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      fingerprint: { type: DataTypes.STRING(64), allowNull: false },
      // In the open: doctor looks at it without any key.
      not_after: { type: DataTypes.DATE, allowNull: false },
      created_at: created,
    })
    await queryInterface.createTable('rnds_establishments', {
      organization_id: { ...reference('organizations', 'CASCADE'), primaryKey: true },
      profile: { type: DataTypes.TEXT, allowNull: false },
    })
  },
}
