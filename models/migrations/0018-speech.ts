import { DataTypes } from 'sequelize'
import { reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** When each word was said, and the words that an organization wants to be understood. */
export const speech: Migration = {
  name: '0018-speech',
  async up(queryInterface) {
    await queryInterface.addColumn('segments', 'sealed_words', {
      type: DataTypes.BLOB,
      allowNull: true,
    })
    await queryInterface.createTable('vocabularies', {
      organization_id: { ...reference('organizations', 'CASCADE'), primaryKey: true },
      specialty: { type: DataTypes.STRING(64), allowNull: true },
      words: { type: DataTypes.TEXT, allowNull: false },
    })
    // Whose specialty it probably is: the doctor's last documents.
    await queryInterface.addIndex('consultations', {
      fields: ['organization_id', 'external_doctor_id'],
      name: 'consultations_by_doctor',
    })
  },
}
