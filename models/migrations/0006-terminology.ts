import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

const system = { type: DataTypes.STRING(16), allowNull: false }

/** Imported tables of codes, and the diagnoses that doctors confirmed. */
export const terminology: Migration = {
  name: '0006-terminology',
  async up(queryInterface) {
    await queryInterface.createTable('terminology_tables', {
      system: { ...system, primaryKey: true },
      version: { type: DataTypes.STRING(120), allowNull: true },
      // Of the terms: other processes see by it that the table was replaced.
      digest: { type: DataTypes.STRING(64), allowNull: false },
      concepts: { type: DataTypes.INTEGER, allowNull: false },
      imported_at: created,
    })
    await queryInterface.createTable('terminology_concepts', {
      system: {
        ...system,
        primaryKey: true,
        references: { model: 'terminology_tables', key: 'system' },
        onDelete: 'CASCADE',
        onUpdate: 'CASCADE',
      },
      code: { type: DataTypes.STRING(64), allowNull: false, primaryKey: true },
      display: { type: DataTypes.TEXT, allowNull: false },
      also: { type: DataTypes.TEXT, allowNull: true },
    })
    await queryInterface.createTable('diagnoses', {
      consultation_id: { ...reference('consultations', 'CASCADE'), primaryKey: true },
      // Codes, titles, who and when, sealed with the consultation's key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      updated_at: created,
    })
  },
}
