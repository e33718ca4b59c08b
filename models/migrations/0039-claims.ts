import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/**
 * Work of a server that is silent: since when none of it is left to it, which documents it writes,
 * and what callers asked of all servers. Empty where one server serves.
 */
export const claims: Migration = {
  name: '0039-claims',
  async up(queryInterface) {
    // A step that broke off goes on where it was.
    if (!('freed_at' in (await queryInterface.describeTable('nodes'))))
      await queryInterface.addColumn('nodes', 'freed_at', {
        type: DataTypes.DATE,
        allowNull: true,
      })
    if (!('lease_owner' in (await queryInterface.describeTable('documents'))))
      await queryInterface.addColumn('documents', 'lease_owner', {
        type: DataTypes.STRING(255),
        allowNull: true,
      })
    await queryInterface.createTable('request_counts', {
      // A digest: of whom it is, nobody reads here.
      id: { type: DataTypes.STRING(64), primaryKey: true },
      // Which stretch of time it counts, from the beginning of 1970 on.
      stretch: { type: DataTypes.BIGINT, allowNull: false },
      count: { type: DataTypes.INTEGER, allowNull: false },
      ends_at: { type: DataTypes.DATE, allowNull: false },
    })
    if (queryInterface.sequelize.getDialect() === 'sqlite') return
    // After a crash of the database all count from zero, as after a restart of one server.
    await queryInterface.sequelize.query('ALTER TABLE request_counts SET UNLOGGED')
  },
}
