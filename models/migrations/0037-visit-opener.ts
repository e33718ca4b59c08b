import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/** By whose token a visit was opened: what queues share by, over a restart too. */
export const visitOpener: Migration = {
  name: '0037-visit-opener',
  async up(queryInterface) {
    // A step that broke off goes on where it was.
    if ('sealed_opener' in (await queryInterface.describeTable('consultations'))) return
    await queryInterface.addColumn('consultations', 'sealed_opener', {
      type: DataTypes.BLOB,
      allowNull: true,
    })
  },
}
