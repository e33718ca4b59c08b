import { existsSync } from 'node:fs'
import { QueryTypes, type Sequelize } from 'sequelize'
import { openDatabase } from '../../models/database/database.ts'

/** What states there are of what goes through states: kinds and numbers, no identifiers. */
const STATES: Readonly<Record<string, string>> = {
  jobs: 'kind, state',
  recordings: 'source, state',
  files: 'state',
  rnds_submissions: 'state, waiting_cause',
  webhook_endpoints: 'state',
  webhook_messages: 'state',
}

/** Numbers of the database; null where there is none. */
export async function databaseFacts(url: string) {
  const isSqlite = url.startsWith('sqlite:')
  if (isSqlite && !existsSync(url.slice('sqlite:'.length))) return null
  const database = await openDatabase({ url, toRead: true })
  try {
    const { sequelize } = database
    const names = await tableNames(sequelize, isSqlite)
    const tables: Record<string, number> = {}
    for (const name of names) tables[name] = await countOf(sequelize, name)
    const states: Record<string, unknown> = {}
    for (const [table, columns] of Object.entries(STATES))
      if (names.includes(table))
        states[table] = await sequelize.query(
          `SELECT ${columns}, COUNT(*) AS rows_there FROM ${table} GROUP BY ${columns} ORDER BY ${columns}`,
          { type: QueryTypes.SELECT },
        )
    return {
      kind: isSqlite ? 'sqlite' : 'postgres',
      read_only: database.isReadOnly,
      migrations: {
        applied: (await database.appliedMigrations()).map(({ name }) => name),
        pending: await database.pendingMigrations(),
        of_a_newer_version: await database.foreignMigrations(),
      },
      rows: tables,
      states,
    }
  } finally {
    await database.close()
  }
}

async function tableNames(sequelize: Sequelize, isSqlite: boolean): Promise<string[]> {
  const rows = await sequelize.query<{ name: string }>(
    isSqlite
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
      : 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
    { type: QueryTypes.SELECT },
  )
  return rows.map(({ name }) => name)
}

async function countOf(sequelize: Sequelize, table: string): Promise<number> {
  const [row] = await sequelize.query<{ n: number | string }>(
    `SELECT COUNT(*) AS n FROM "${table}"`,
    { type: QueryTypes.SELECT },
  )
  return Number(row?.n ?? 0)
}
