import { DataTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * Lines that a language model wrote of what was said, refused ones among them, so that none is
 * written twice.
 */
export const noteLines: Migration = {
  name: '0027-note-lines',
  async up(queryInterface) {
    await queryInterface.createTable('note_lines', {
      consultation_id: { ...reference('consultations', 'CASCADE'), primaryKey: true },
      // What it was written from, under the consultation's key: nobody can try words without it.
      piece: { type: DataTypes.STRING(64), primaryKey: true },
      // Sealed with the same key; null where no line was accepted.
      sealed_line: { type: DataTypes.BLOB, allowNull: true },
      // Stable words, one for each line that was refused.
      refused: { type: DataTypes.STRING(255), allowNull: false },
      model: { type: DataTypes.STRING(255), allowNull: false },
      model_version: { type: DataTypes.STRING(255), allowNull: false },
      created_at: created,
    })
  },
}
