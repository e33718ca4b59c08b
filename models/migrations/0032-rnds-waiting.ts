import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/** What a record waits for, and since when; those from before say so after their next attempt. */
export const rndsWaiting: Migration = {
  name: '0032-rnds-waiting',
  async up(queryInterface) {
    const there = await queryInterface.describeTable('rnds_submissions')
    // A step that broke off goes on where it was.
    if (!('waiting_cause' in there))
      await queryInterface.addColumn('rnds_submissions', 'waiting_cause', {
        type: DataTypes.STRING(32),
        allowNull: true,
      })
    if (!('waiting_since' in there))
      await queryInterface.addColumn('rnds_submissions', 'waiting_since', {
        type: DataTypes.DATE,
        allowNull: true,
      })
  },
}
