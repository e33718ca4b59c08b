/**
 * The rows of a SQLite file. A source is opened so that nothing of it changes: where no log is left
 * of it, as a file that cannot change; else for reading only.
 */
import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import sqlite3 from 'sqlite3'
import type {
  CellKind,
  MovedTable,
  PlainCell,
  PlainRow,
  RowPlace,
  RowSource,
  RowTarget,
} from '../../core/data-move/ports.ts'
import { referenceOrder } from '../database/tables-in-order.ts'
import { MOVE_MARKS } from '../database/unfinished-move.ts'
import { refusedRow } from './postgres-rows.ts'

type Cell = string | number | Buffer | null

export async function openSqliteSource(path: string): Promise<RowSource> {
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const address = hasLog ? path : `${pathToFileURL(path).href}?immutable=1`
  const sqlite = await openSqlite(address, sqlite3.OPEN_READONLY | sqlite3.OPEN_URI)
  return {
    ...rowPlace(sqlite),
    async steps() {
      const rows = await sqlite.all<{ name: string }>('SELECT name FROM migrations')
      return rows.map(({ name }) => name)
    },
  }
}

/** @param path of one that was prepared (prepare-target.ts) */
export async function openSqliteTarget(path: string): Promise<RowTarget> {
  const sqlite = await openSqlite(path, sqlite3.OPEN_READWRITE)
  return {
    ...rowPlace(sqlite),
    async write(table, rows) {
      const names = Object.keys(table.columns)
      const marks = names.map(() => '?').join(', ')
      const insert = `INSERT INTO "${table.name}" (${quoted(names)}) VALUES (${marks})`
      await sqlite.run('BEGIN IMMEDIATE')
      try {
        for (const row of rows)
          await sqlite.run(
            insert,
            names.map((name) => toCell(row[name] ?? null, table.columns[name])),
          )
        await sqlite.run('COMMIT')
      } catch (error) {
        await sqlite.run('ROLLBACK')
        throw isConstraint(error) ? refusedRow(table.name, error) : error
      }
    },
    async finish() {
      const [broken] = await sqlite.all<{ table: string }>('PRAGMA foreign_key_check')
      if (broken) throw refusedRow(broken.table, new Error('it refers to what is not there'))
      const names = MOVE_MARKS.map((name) => `'${name}'`).join(', ')
      await sqlite.run(`DELETE FROM migrations WHERE name IN (${names})`)
      await sqlite.all('PRAGMA wal_checkpoint(TRUNCATE)')
    },
  }
}

function rowPlace(sqlite: Sqlite): RowPlace {
  const toRow = (table: MovedTable, row: Record<string, Cell>): PlainRow =>
    Object.fromEntries(
      Object.entries(table.columns).map(([name, kind]) => [name, toPlain(row[name] ?? null, kind)]),
    )

  return {
    async tables() {
      const tables = await sqlite.all<{ name: string }>(
        `SELECT name FROM sqlite_master
         WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations' ORDER BY name`,
      )
      const names = tables.map(({ name }) => name)
      const references: { from: string; to: string }[] = []
      const found = new Map<string, MovedTable>()
      for (const name of names) {
        const parents = await sqlite.all<{ table: string }>(`PRAGMA foreign_key_list("${name}")`)
        for (const { table } of parents)
          if (table !== name) references.push({ from: name, to: table })
        found.set(name, await tableOf(sqlite, name))
      }
      return referenceOrder(names, references).flatMap((name) => found.get(name) ?? [])
    },
    async count({ name }) {
      const [row] = await sqlite.all<{ count: number }>(`SELECT count(*) AS count FROM "${name}"`)
      return row?.count ?? 0
    },
    async read(table, from, limit) {
      const key = quoted(table.key)
      const { where, values } =
        typeof from === 'number'
          ? { where: '', values: [] }
          : { where: `WHERE (${key}) > (${table.key.map(() => '?')})`, values: keyOf(table, from) }
      const skip = typeof from === 'number' ? from : 0
      const rows = await sqlite.all<Record<string, Cell>>(
        `SELECT * FROM "${table.name}" ${where} ORDER BY ${key} LIMIT ${limit} OFFSET ${skip}`,
        values,
      )
      return rows.map((row) => toRow(table, row))
    },
    async find(table, rows) {
      const one = `(${table.key.map(() => '?')})`
      const found = await sqlite.all<Record<string, Cell>>(
        `SELECT * FROM "${table.name}" WHERE (${quoted(table.key)}) IN (VALUES ${rows.map(() => one)})`,
        rows.flatMap((row) => keyOf(table, row)),
      )
      return found.map((row) => toRow(table, row))
    },
    close: sqlite.close,
  }
}

async function tableOf(sqlite: Sqlite, name: string): Promise<MovedTable> {
  const columns = await sqlite.all<{ name: string; type: string; pk: number }>(
    `PRAGMA table_info("${name}")`,
  )
  return {
    name,
    columns: Object.fromEntries(columns.map((column) => [column.name, kindOf(column.type)])),
    key: columns
      .filter(({ pk }) => pk > 0)
      .sort((one, other) => one.pk - other.pk)
      .map((column) => column.name),
  }
}

/**
 * By the words with which the steps of the schema made it; a process that made a PostgreSQL's
 * before may have used some of that one's.
 */
function kindOf(type: string): CellKind {
  if (/^(BLOB|BYTEA)$/.test(type)) return 'bytes'
  if (/^(DATETIME|TIMESTAMP)/.test(type)) return 'time'
  if (/^(TINYINT\(1\)|BOOLEAN)$/.test(type)) return 'boolean'
  return /^(INTEGER|BIGINT|FLOAT|DOUBLE)/.test(type) ? 'number' : 'text'
}

function toPlain(cell: Cell, kind: CellKind): PlainCell {
  if (cell === null) return null
  if (kind === 'bytes') return Buffer.from(cell as Buffer).toString('hex')
  if (kind === 'boolean') return cell !== 0
  if (kind === 'number') return Number(cell)
  const text = String(cell)
  if (kind === 'text') return text
  return new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`).toISOString()
}

function toCell(cell: PlainCell, kind: CellKind | undefined): Cell {
  if (cell === null) return null
  if (kind === 'bytes') return Buffer.from(String(cell), 'hex')
  if (kind === 'boolean') return cell ? 1 : 0
  // As Sequelize writes it: texts are compared with texts.
  if (kind === 'time') return String(cell).replace('T', ' ').replace('Z', ' +00:00')
  return cell as string | number
}

const keyOf = (table: MovedTable, row: PlainRow): Cell[] =>
  table.key.map((name) => toCell(row[name] ?? null, table.columns[name]))

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

function isConstraint(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'SQLITE_CONSTRAINT'
}

type Sqlite = Awaited<ReturnType<typeof openSqlite>>

async function openSqlite(path: string, mode: number) {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opening = new sqlite3.Database(path, mode, (error) =>
      error ? reject(error) : resolve(opening),
    )
  })
  return {
    all: <Row>(sql: string, values: readonly Cell[] = []) =>
      new Promise<Row[]>((resolve, reject) => {
        database.all<Row>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows)))
      }),
    run: (sql: string, values: readonly Cell[] = []) =>
      new Promise<void>((resolve, reject) => {
        database.run(sql, values, (error) => (error ? reject(error) : resolve()))
      }),
    close: () =>
      new Promise<void>((resolve, reject) => {
        database.close((error) => (error ? reject(error) : resolve()))
      }),
  }
}
