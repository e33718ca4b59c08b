/**
 * Which steps of the schema a database has taken, and the taking of those that are missing: a table
 * `migrations` of their names. It was umzug's table. Beside each name stands whether the step only
 * adds (migrations/additive.ts): an older program, to which the step is unknown, learns from that
 * alone whether it may go on with this database.
 */
import {
  DataTypes,
  type QueryInterface,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize'
import type { Sealer } from '../../core/vault/ports.ts'
import type { Migration } from '../migrations/migration.ts'

/** Of PostgreSQL: held while steps are taken. Any number that is nobody else's. */
export const SCHEMA_LOCK = 7_305_615
const TABLE = 'migrations'
const ONLY_ADDS = { type: DataTypes.BOOLEAN, allowNull: true }

export interface TakenStep {
  name: string
  /** As the newest program that knows the step has said. */
  onlyAdds: boolean
}

export interface SchemaSteps {
  /** By name. Looking makes no table. */
  taken(): Promise<TakenStep[]>
  /** In order. */
  pending(): Promise<string[]>
  /**
   * Steps that this version does not know and that do more than add: it would misread what they
   * left.
   */
  foreign(): Promise<string[]>
  /**
   * Takes what is missing, one after the other, each remembered when it is done; `to` is the last
   * one.
   * @returns the names of those taken now
   */
  take(options?: { to?: string; sealer?: Sealer }): Promise<string[]>
}

/** In a database that has none yet. */
export async function makeStepsTable(
  tables: QueryInterface,
  transaction?: Transaction,
): Promise<void> {
  const columns = {
    name: { type: DataTypes.STRING, allowNull: false, primaryKey: true, unique: true },
    only_adds: ONLY_ADDS,
  }
  await tables.createTable(TABLE, columns, transaction && { transaction })
}

interface Stored {
  name: string
  /** Missing in a table from before it was written. */
  only_adds?: boolean | number | null
}

export function schemaSteps(
  sequelize: Sequelize,
  steps: readonly Migration[],
  additive: readonly string[],
): SchemaSteps {
  const tables = sequelize.getQueryInterface()

  /** Null: there is no table. */
  async function stored(): Promise<Stored[] | null> {
    if (!(await tables.tableExists(TABLE))) return null
    return sequelize.query<Stored>(`SELECT * FROM ${TABLE} ORDER BY name`, {
      type: QueryTypes.SELECT,
    })
  }
  async function taken(): Promise<TakenStep[]> {
    const rows = (await stored()) ?? []
    return rows.map(({ name, only_adds }) => ({ name, onlyAdds: Boolean(only_adds) }))
  }

  /** The table as it is today, and in it what this version knows of the steps that were taken. */
  async function prepare(rows: Stored[] | null): Promise<void> {
    if (rows === null) await makeStepsTable(tables)
    else if (rows.some((row) => !('only_adds' in row)))
      await tables.addColumn(TABLE, 'only_adds', ONLY_ADDS)
    const known = new Set(steps.map(({ name }) => name))
    for (const { name, only_adds } of rows ?? []) {
      const onlyAdds = additive.includes(name)
      if (known.has(name) && Boolean(only_adds) !== onlyAdds)
        await tables.bulkUpdate(TABLE, { only_adds: onlyAdds }, { name })
    }
  }

  /** Every statement of it belongs to the transaction: steps need not know of one. */
  function tablesWithin(transaction: Transaction): QueryInterface {
    const query = (sql: string, options?: object) =>
      sequelize.query(sql, { ...options, transaction })
    const within = Object.create(sequelize, { query: { value: query } })
    return Object.create(tables, { sequelize: { value: within } })
  }

  return {
    taken,
    async pending() {
      const done = new Set((await taken()).map(({ name }) => name))
      return steps.filter(({ name }) => !done.has(name)).map(({ name }) => name)
    },
    async foreign() {
      const known = new Set(steps.map(({ name }) => name))
      const unknown = (await taken()).filter(({ name }) => !known.has(name))
      return unknown.filter(({ onlyAdds }) => !onlyAdds).map(({ name }) => name)
    },
    async take({ to, sealer } = {}) {
      const rows = await stored()
      const done = new Set(rows?.map(({ name }) => name))
      const last = to === undefined ? steps.length - 1 : steps.findIndex(({ name }) => name === to)
      const missing = steps.slice(0, last + 1).filter(({ name }) => !done.has(name))
      if (rows !== null || missing.length > 0) await prepare(rows)
      for (const { name, up, ownTransaction } of missing) {
        const step = async (within: QueryInterface) => {
          await up(within, sealer)
          await within.bulkInsert(TABLE, [{ name, only_adds: additive.includes(name) }])
        }
        // A full disk or a power cut in the middle of a step leaves the database as it was before
        // it.
        if (ownTransaction) await step(tables)
        else await sequelize.transaction((transaction) => step(tablesWithin(transaction)))
      }
      return missing.map(({ name }) => name)
    },
  }
}
