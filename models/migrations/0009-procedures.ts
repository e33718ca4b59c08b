import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** The procedures that doctors say were done. */
export const procedures: Migration = {
  name: '0009-procedures',
  async up(queryInterface) {
    await queryInterface.createTable('procedures', {
      consultation_id: { ...reference('consultations', 'CASCADE'), primaryKey: true },
      // Codes, titles, quantities, who and when, sealed with the consultation's key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      updated_at: created,
    })
  },
}
