import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/** What the browser lost before it could capture it, beside what is held (SPEC-GAPS 2.4). */
export const recordingLoss: Migration = {
  name: '0013-recording-loss',
  async up(queryInterface) {
    await queryInterface.addColumn('recordings', 'lost_ms', {
      type: DataTypes.STRING(64),
      allowNull: false,
      defaultValue: '[]',
    })
  },
}
