import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/**
 * What stood in a segment before people corrected it: the recognizer's own words stay on record.
 */
export const transcriptCorrections: Migration = {
  name: '0014-transcript-corrections',
  async up(queryInterface) {
    await queryInterface.addColumn('segments', 'sealed_earlier', {
      type: DataTypes.BLOB,
      allowNull: true,
    })
  },
}
