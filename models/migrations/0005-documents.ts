import { DataTypes } from 'sequelize'
import { created, id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** Documents of consultations, and the models that organizations installed themselves. */
export const documents: Migration = {
  name: '0005-documents',
  async up(queryInterface) {
    await queryInterface.createTable('documents', {
      id,
      consultation_id: reference('consultations', 'CASCADE'),
      // A copy of the model as it was: no reference, since built-in models are no rows.
      template: { type: DataTypes.TEXT, allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      // Content, Markdown, evidence and contradictions, sealed with the consultation's key.
      sealed_body: { type: DataTypes.BLOB, allowNull: false },
      generator: { type: DataTypes.STRING(16), allowNull: false },
      model: { type: DataTypes.STRING(255), allowNull: true },
      generator_version: { type: DataTypes.STRING(255), allowNull: false },
      edited_by_user: { type: DataTypes.BOOLEAN, allowNull: false },
      failure_error: { type: DataTypes.STRING(64), allowNull: true },
      failure_message: { type: DataTypes.STRING(500), allowNull: true },
      reviewed_at: { type: DataTypes.DATE, allowNull: true },
      reviewed_by: { type: DataTypes.STRING(255), allowNull: true },
      version: { type: DataTypes.INTEGER, allowNull: false },
      created_at: created,
      updated_at: created,
    })
    await queryInterface.addIndex('documents', {
      fields: ['consultation_id', 'created_at'],
      name: 'documents_by_consultation',
    })
    await queryInterface.addIndex('documents', { fields: ['status'], name: 'documents_by_status' })

    await queryInterface.createTable('templates', {
      id,
      organization_id: reference('organizations', 'CASCADE'),
      slug: { type: DataTypes.STRING(120), allowNull: false },
      name: { type: DataTypes.STRING(120), allowNull: false },
      definition: { type: DataTypes.TEXT, allowNull: false },
      created_at: created,
      updated_at: created,
    })
    await queryInterface.addIndex('templates', {
      fields: ['organization_id', 'slug'],
      unique: true,
      name: 'templates_by_slug',
    })
  },
}
