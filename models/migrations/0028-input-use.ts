import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/** How much of a file and of a recording was used (JSON: places and counts); of older ones null. */
export const inputUse: Migration = {
  name: '0028-input-use',
  async up(queryInterface) {
    // A step that broke off goes on where it was.
    for (const table of ['files', 'recordings'])
      if (!('input_use' in (await queryInterface.describeTable(table))))
        await queryInterface.addColumn(table, 'input_use', {
          type: DataTypes.TEXT,
          allowNull: true,
        })
  },
}
