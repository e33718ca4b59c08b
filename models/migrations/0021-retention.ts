/**
 * What was erased by age, and when; the rules of organizations; what all nodes know of the runs;
 * and the dossier of documents: which engine, model and template wrote each, and how much people
 * had to change. The dossier refers to nothing, because it outlives what it speaks of, and it holds
 * no clinical word.
 */
import { DataTypes, QueryTypes } from 'sequelize'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

const date = { type: DataTypes.DATE, allowNull: true }
const text = (length: number, allowNull = true) => ({ type: DataTypes.STRING(length), allowNull })
const count = { type: DataTypes.INTEGER, allowNull: true }

const NEW_COLUMNS: Record<string, Record<string, typeof date | typeof count>> = {
  // Erased in the database; removed from the disk, which comes after it.
  recordings: { sound_erased_at: date, sound_removed_at: date },
  consultations: { transcript_erased_at: date, context_erased_at: date, files_erased_at: date },
  // The host says that it has this version.
  documents: { imported_at: date, imported_version: count },
  rnds_submissions: { body_erased_at: date },
}

export const retention: Migration = {
  name: '0021-retention',
  ownTransaction: true,
  async up(queryInterface) {
    const { sequelize } = queryInterface
    for (const [table, columns] of Object.entries(NEW_COLUMNS)) {
      // A step that broke off goes on where it was.
      const there = await queryInterface.describeTable(table)
      for (const [name, column] of Object.entries(columns))
        if (!(name in there)) await queryInterface.addColumn(table, name, column)
    }
    const tables = await queryInterface.showAllTables()
    if (!tables.includes('retention_rules'))
      await queryInterface.createTable('retention_rules', {
        organization_id: { ...reference('organizations', 'CASCADE'), primaryKey: true },
        // JSON: category to ms, or null for ever.
        rules: { type: DataTypes.TEXT, allowNull: false },
        updated_at: created,
      })
    if (!tables.includes('retention_state'))
      await queryInterface.createTable('retention_state', {
        id: { type: DataTypes.INTEGER, primaryKey: true },
        lease_owner: text(255),
        lease_expires_at: date,
        seen_at: date,
        jumped_at: date,
        ran_at: date,
      })
    if (!tables.includes('document_dossier'))
      await queryInterface.createTable('document_dossier', {
        document_id: { type: DataTypes.UUID, primaryKey: true },
        consultation_id: { type: DataTypes.UUID, allowNull: false },
        organization_id: { type: DataTypes.UUID, allowNull: false },
        generator: text(16, false),
        model: text(255),
        model_sha256: text(64),
        // Of prompt or rules.
        recipe_version: text(255, false),
        template_id: text(255, false),
        template_version: { type: DataTypes.INTEGER, allowNull: false },
        template_sha256: text(64, false),
        product_version: text(64, false),
        fallback: { type: DataTypes.BOOLEAN, allowNull: false },
        created_at: created,
        written_at: date,
        failure: text(64),
        values_supported: count,
        values_marked: count,
        values_withdrawn: count,
        reviewed_at: date,
        // Of the words, between what was generated and what was reviewed first; in thousandths.
        changed_permille: count,
      })
    await addIndexes(queryInterface)
    if (sequelize.getDialect() !== 'sqlite') return
    const [row] = await sequelize.query<{ auto_vacuum: number }>('PRAGMA auto_vacuum', {
      type: QueryTypes.SELECT,
    })
    // 2: what is freed can be given back in small pieces. A database takes it up when it is written
    // anew.
    if (row?.auto_vacuum === 2) return
    await sequelize.query('PRAGMA auto_vacuum = 2')
    await sequelize.query('VACUUM')
    await sequelize.query('PRAGMA wal_checkpoint(TRUNCATE)')
  },
}

async function addIndexes(queryInterface: Parameters<Migration['up']>[0]) {
  const wanted = [
    { table: 'recordings', fields: ['organization_id', 'sound_removed_at'], name: 'kept_sound' },
    {
      table: 'document_dossier',
      fields: ['organization_id', 'created_at'],
      name: 'dossier_by_day',
    },
    {
      table: 'consultations',
      fields: ['organization_id', 'created_at'],
      name: 'consultations_by_day',
    },
  ]
  for (const { table, fields, name } of wanted) {
    const there = (await queryInterface.showIndex(table)) as { name: string }[]
    if (!there.some((index) => index.name === name))
      await queryInterface.addIndex(table, { fields, name })
  }
}
