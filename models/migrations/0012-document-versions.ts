import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** The states that documents were in, and documents that somebody deleted. */
export const documentVersions: Migration = {
  name: '0012-document-versions',
  async up(queryInterface) {
    await queryInterface.createTable('document_versions', {
      document_id: { ...reference('documents', 'CASCADE'), primaryKey: true },
      number: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      made_by: { type: DataTypes.STRING(255), allowNull: true },
      // Content, arrangement, Markdown, evidence and edited paths, sealed with the consultation's
      // key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
      updated_at: created,
    })
    await queryInterface.addColumn('documents', 'deleted_at', {
      type: DataTypes.DATE,
      allowNull: true,
    })
    await queryInterface.addColumn('documents', 'deleted_by', {
      type: DataTypes.STRING(255),
      allowNull: true,
    })
    await queryInterface.addIndex('documents', {
      fields: ['deleted_at'],
      name: 'documents_by_deletion',
    })
  },
}
