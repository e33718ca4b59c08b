import { DataTypes, QueryTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

interface Kept {
  id: string
  organization_id: string
  definition: string
  updated_at: string | Date
}

/**
 * Every version of an organization's own document models: they stay when a newer one or none takes
 * their place.
 */
export const templateVersions: Migration = {
  name: '0023-template-versions',
  async up(queryInterface) {
    const { sequelize } = queryInterface
    const tables = await queryInterface.showAllTables()
    if (!tables.includes('template_versions'))
      await queryInterface.createTable('template_versions', {
        organization_id: { ...reference('organizations', 'CASCADE'), primaryKey: true },
        // Not a reference: versions outlive their model.
        template_id: { type: DataTypes.UUID, primaryKey: true },
        version: { type: DataTypes.INTEGER, primaryKey: true },
        // The whole model as JSON.
        definition: { type: DataTypes.TEXT, allowNull: false },
        created_at: created,
      })
    const rows = await sequelize.query<Kept>(
      'SELECT id, organization_id, definition, updated_at FROM templates t WHERE NOT EXISTS (SELECT 1 FROM template_versions v WHERE v.template_id = t.id AND v.organization_id = t.organization_id)',
      { type: QueryTypes.SELECT },
    )
    if (rows.length === 0) return
    await queryInterface.bulkInsert(
      'template_versions',
      rows.map(({ id, organization_id, definition, updated_at }) => ({
        organization_id,
        template_id: id,
        version: versionIn(definition),
        definition,
        created_at: updated_at,
      })),
    )
  },
}

function versionIn(definition: string): number {
  const { version } = JSON.parse(definition) as { version?: number }
  return version ?? 1
}
