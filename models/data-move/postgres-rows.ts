/** The rows of a PostgreSQL: the server words them as JSON and reads them as such. */
import { QueryTypes, type Sequelize } from 'sequelize'
import type {
  CellKind,
  MovedTable,
  PlainCell,
  PlainRow,
  RowPlace,
  RowTarget,
} from '../../core/data-move/ports.ts'
import { AppError } from '../../core/errors.ts'
import { setCounters, tablesInOrder } from '../database/tables-in-order.ts'
import { unmarkUnfinished } from '../database/unfinished-move.ts'

/** @param close what opened `sequelize` */
export function postgresRows(sequelize: Sequelize, close: () => Promise<void>): RowTarget {
  return {
    ...rowPlace(sequelize, close),
    async write({ name, columns }, rows) {
      const texts = rows.map((row) => JSON.stringify(worded(row, columns)))
      await sequelize
        .query(
          `INSERT INTO "${name}" SELECT * FROM json_populate_recordset(NULL::"${name}", $1::json)`,
          { bind: [`[${texts.join(',')}]`] },
        )
        .catch((error: unknown) => {
          throw isPassing(error) ? error : refusedRow(name, error)
        })
    },
    finish: () =>
      sequelize.transaction(async (transaction) => {
        await setCounters(sequelize, transaction)
        await unmarkUnfinished(sequelize, transaction)
      }),
  }
}

function rowPlace(sequelize: Sequelize, close: () => Promise<void>): RowPlace {
  async function rowsOf(table: MovedTable, sql: string, bind: unknown[]): Promise<PlainRow[]> {
    const rows = await sequelize.query<{ row: string }>(sql, { type: QueryTypes.SELECT, bind })
    return rows.map(({ row }) => plain(JSON.parse(row), table.columns))
  }

  return {
    async tables() {
      const names = await tablesInOrder(sequelize)
      return Promise.all(names.map((name) => tableOf(sequelize, name)))
    },
    async count({ name }) {
      const [row] = await sequelize.query<{ count: string }>(`SELECT count(*) FROM "${name}"`, {
        type: QueryTypes.SELECT,
      })
      return Number(row?.count ?? 0)
    },
    read(table, from, limit) {
      const { name, key, columns } = table
      const row = `SELECT row_to_json(t)::text AS row FROM "${name}" t`
      if (typeof from === 'number')
        return rowsOf(table, `${row} ORDER BY ${quoted(key)} LIMIT $1 OFFSET $2`, [limit, from])
      const after = `SELECT ${quoted(key)} FROM json_populate_record(NULL::"${name}", $2::json)`
      return rowsOf(
        table,
        `${row} WHERE (${quoted(key)}) > (${after}) ORDER BY ${quoted(key)} LIMIT $1`,
        [limit, JSON.stringify(worded(keyOf(table, from), columns))],
      )
    },
    find(table, rows) {
      const { name, key, columns } = table
      return rowsOf(
        table,
        `SELECT row_to_json(t)::text AS row FROM "${name}" t WHERE (${quoted(key)}) IN
           (SELECT ${quoted(key)} FROM json_populate_recordset(NULL::"${name}", $1::json))`,
        [JSON.stringify(rows.map((row) => worded(keyOf(table, row), columns)))],
      )
    },
    close,
  }
}

async function tableOf(sequelize: Sequelize, name: string): Promise<MovedTable> {
  const select = { type: QueryTypes.SELECT, replacements: { name } } as const
  const columns = await sequelize.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = :name`,
    select,
  )
  const key = await sequelize.query<{ name: string }>(
    `SELECT a.attname AS name FROM pg_index i
     CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
     WHERE i.indrelid = to_regclass(:name) AND i.indisprimary ORDER BY k.place`,
    select,
  )
  return {
    name,
    columns: Object.fromEntries(columns.map((column) => [column.name, kindOf(column.type)])),
    key: key.map((column) => column.name),
  }
}

function kindOf(type: string): CellKind {
  if (type === 'bytea') return 'bytes'
  if (type.startsWith('timestamp')) return 'time'
  if (type === 'boolean') return 'boolean'
  return /^(integer|bigint|double precision)$/.test(type) ? 'number' : 'text'
}

/** `\x6f` and `2026-11-28T12:00:00.5+00:00` as the other kind of database has them. */
function plain(row: Record<string, PlainCell>, columns: MovedTable['columns']): PlainRow {
  return mapped(row, columns, (cell, kind) => {
    if (kind === 'bytes') return String(cell).slice(2)
    return kind === 'time' ? new Date(String(cell)).toISOString() : cell
  })
}

function worded(row: PlainRow, columns: MovedTable['columns']): PlainRow {
  return mapped(row, columns, (cell, kind) => (kind === 'bytes' ? `\\x${cell}` : cell))
}

function mapped(
  row: PlainRow,
  columns: MovedTable['columns'],
  change: (cell: PlainCell, kind: CellKind | undefined) => PlainCell,
): PlainRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      cell === null ? null : change(cell, columns[name]),
    ]),
  )
}

const keyOf = ({ key }: MovedTable, row: PlainRow): PlainRow =>
  Object.fromEntries(key.map((name) => [name, row[name] ?? null]))

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** The server is away for a while (database/faults.ts): another attempt goes on. */
function isPassing(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'unavailable'
}

/**
 * What the target does not take, such as a character that no text of PostgreSQL holds. Which row it
 * is, not what is in it.
 */
export function refusedRow(table: string, cause: unknown): AppError {
  return new AppError(
    'conflict',
    'move_row_refused',
    `The target does not take a row of ${table}. What is there so far stays for another attempt; the source is as it was. Send this to who supports you: svcctl support bundle`,
    { cause },
  )
}
