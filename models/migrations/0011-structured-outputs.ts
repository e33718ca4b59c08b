import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** Answers to hosts' schemas, one per document and schema. */
export const structuredOutputs: Migration = {
  name: '0011-structured-outputs',
  async up(queryInterface) {
    await queryInterface.createTable('structured_outputs', {
      document_id: { ...reference('documents', 'CASCADE'), primaryKey: true },
      schema_digest: { type: DataTypes.STRING(64), allowNull: false, primaryKey: true },
      // The answer and the digest of what it rests on, sealed with the consultation's key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
    })
  },
}
