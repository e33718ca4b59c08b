import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/**
 * What a consultation is called, and when its recording ended; neither is known of those from
 * before.
 */
export const consultationName: Migration = {
  name: '0026-consultation-name',
  async up(queryInterface) {
    // A step that broke off goes on where it was.
    const there = await queryInterface.describeTable('consultations')
    const wanted = {
      // Sealed with the consultation's key, as it may be the patient's.
      sealed_name: { type: DataTypes.BLOB, allowNull: true },
      finished_at: { type: DataTypes.DATE, allowNull: true },
    }
    for (const [name, column] of Object.entries(wanted))
      if (!(name in there)) await queryInterface.addColumn('consultations', name, column)
  },
}
