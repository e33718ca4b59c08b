/**
 * Which steps of the schema a database has taken, and the taking of those that are missing: a table `migrations` of their names.
 * It was umzug's table, and stays as it was.
 */
import { DataTypes, QueryTypes, type Sequelize } from 'sequelize'
import type { Sealer } from '../core/vault/ports.ts'
import type { Migration } from './migrations/migration.ts'

const TABLE = 'migrations'

export interface SchemaSteps {
  /** In order. Looking makes no table. */
  pending(): Promise<string[]>
  /** Steps that this version does not know: a newer one was here. */
  foreign(): Promise<string[]>
  /**
   * Takes what is missing, one after the other, each remembered when it is done; `to` is the last one.
   * @returns the names of those taken now
   */
  take(options?: { to?: string; sealer?: Sealer }): Promise<string[]>
}

export function schemaSteps(sequelize: Sequelize, steps: readonly Migration[]): SchemaSteps {
  const tables = sequelize.getQueryInterface()

  async function taken(): Promise<Set<string>> {
    if (!(await tables.tableExists(TABLE))) return new Set()
    const rows = await sequelize.query<{ name: string }>(`SELECT name FROM ${TABLE}`, {
      type: QueryTypes.SELECT,
    })
    return new Set(rows.map(({ name }) => name))
  }

  return {
    async pending() {
      const done = await taken()
      return steps.filter(({ name }) => !done.has(name)).map(({ name }) => name)
    },
    async foreign() {
      const known = new Set(steps.map(({ name }) => name))
      return [...(await taken())].filter((name) => !known.has(name)).sort()
    },
    async take({ to, sealer } = {}) {
      const done = await taken()
      const last = to === undefined ? steps.length - 1 : steps.findIndex(({ name }) => name === to)
      const missing = steps.slice(0, last + 1).filter(({ name }) => !done.has(name))
      if (missing.length > 0)
        await tables.createTable(TABLE, {
          name: { type: DataTypes.STRING, allowNull: false, primaryKey: true, unique: true },
        })
      for (const { name, up } of missing) {
        await up(tables, sealer)
        await tables.bulkInsert(TABLE, [{ name }])
      }
      return missing.map(({ name }) => name)
    },
  }
}
