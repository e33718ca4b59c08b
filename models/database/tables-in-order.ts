/** What a PostgreSQL of ours consists of, read from its own catalogue. */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'

const MIGRATIONS = 'migrations'

/** Those that others refer to come first. Names are the schema's own: they need no escaping. */
export async function tablesInOrder(
  sequelize: Sequelize,
  transaction?: Transaction,
): Promise<string[]> {
  const select = { type: QueryTypes.SELECT, ...(transaction && { transaction }) } as const
  const tables = await sequelize.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
    select,
  )
  const references = await sequelize.query<{ from: string; to: string }>(
    `SELECT a.relname AS "from", b.relname AS "to" FROM pg_constraint
     JOIN pg_class a ON a.oid = conrelid JOIN pg_class b ON b.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = current_schema()::regnamespace`,
    select,
  )
  const names = tables.map(({ name }) => name).filter((name) => name !== MIGRATIONS)
  return referenceOrder(names, references)
}

/** Columns that count by themselves go on behind what is there. */
export async function setCounters(sequelize: Sequelize, transaction: Transaction): Promise<void> {
  const columns = await sequelize.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_default LIKE 'nextval(%' AND table_name <> '${MIGRATIONS}'`,
    { type: QueryTypes.SELECT, transaction },
  )
  for (const { table, column } of columns)
    await sequelize.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), (SELECT COALESCE(MAX("${column}"), 0) + 1 FROM "${table}"), false)`,
      { transaction },
    )
}

/**
 * Tables in an order in which none refers to a later one.
 * @param references of one table to another, none to itself
 */
export function referenceOrder(
  tables: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const left = new Set(tables)
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !references.some(({ from, to }) => from === name && left.has(to)),
    )
    if (free.length === 0) throw new Error('tables refer to each other in a circle')
    for (const name of free) {
      left.delete(name)
      order.push(name)
    }
  }
  return order
}
