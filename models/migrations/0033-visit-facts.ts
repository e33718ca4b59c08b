import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * What hosts say of a visit before it is sent to the national network, what an administrator says
 * of a professional, and which occupations the network told of whom.
 */
export const visitFacts: Migration = {
  name: '0033-visit-facts',
  async up(queryInterface) {
    // A step that broke off goes on where it was.
    if (!('sealed_visit' in (await queryInterface.describeTable('consultations'))))
      await queryInterface.addColumn('consultations', 'sealed_visit', {
        type: DataTypes.BLOB,
        allowNull: true,
      })
    await queryInterface.createTable('rnds_professionals', {
      user_id: { ...reference('users', 'CASCADE'), primaryKey: true },
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
    })
    await queryInterface.createTable('rnds_roles', {
      // A blind index of establishment and professional.
      id: { type: DataTypes.STRING(64), primaryKey: true },
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      told_at: created,
    })
  },
}
