import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/** What each of several servers says of itself, for `svcctl status` at any of them. */
export const nodeState: Migration = {
  name: '0040-node-state',
  async up(queryInterface) {
    await queryInterface.addColumn('nodes', 'state', { type: DataTypes.TEXT, allowNull: true })
  },
}
