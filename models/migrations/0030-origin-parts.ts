import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * What the documents of a visit were written from, each part once: most of it is the same from one
 * document to the next.
 */
export const originParts: Migration = {
  name: '0030-origin-parts',
  async up(queryInterface) {
    await queryInterface.createTable('document_origin_parts', {
      consultation_id: { ...reference('consultations', 'CASCADE'), primaryKey: true },
      // Of its content, under the consultation's key: nobody can try words without it.
      part: { type: DataTypes.STRING(64), primaryKey: true },
      // Of what is sealed; before it, so that a sum reads no bodies.
      size_bytes: { type: DataTypes.INTEGER, allowNull: false },
      // Sealed with the same key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
    })
    await queryInterface.createTable('document_origin_uses', {
      document_id: { ...reference('documents', 'CASCADE'), primaryKey: true },
      part: { type: DataTypes.STRING(64), primaryKey: true },
      consultation_id: { type: DataTypes.UUID, allowNull: false },
    })
    await queryInterface.addIndex('document_origin_uses', ['consultation_id', 'part'])
  },
}
