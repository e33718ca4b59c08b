import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/**
 * Whose a document model is, and who else may use it. What was there was installed, for everybody.
 */
export const ownModels: Migration = {
  name: '0015-own-models',
  async up(queryInterface) {
    await queryInterface.addColumn('templates', 'owner', {
      type: DataTypes.STRING(255),
      allowNull: true,
    })
    await queryInterface.addColumn('templates', 'shared', {
      type: DataTypes.BOOLEAN,
      allowNull: false,
      defaultValue: true,
    })
  },
}
