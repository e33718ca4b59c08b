import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** What each generated document was written from, so that it can be written again and compared. */
export const documentOrigins: Migration = {
  name: '0017-document-origins',
  async up(queryInterface) {
    await queryInterface.createTable('document_origins', {
      document_id: { ...reference('documents', 'CASCADE'), primaryKey: true },
      consultation_id: { type: DataTypes.UUID, allowNull: false },
      // Input, generated content, model, recipe: sealed with the consultation's key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
    })
  },
}
