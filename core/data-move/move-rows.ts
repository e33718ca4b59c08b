/**
 * Copies every row of one database into another and then compares each with what it came from. A
 * copy that broke off goes on where it stopped: rows are read in an order that does not change, and
 * a batch is there as a whole or not at all.
 */
import { AppError } from '../errors.ts'
import type { MovedTable, PlainRow, RowPlace, RowTarget } from './ports.ts'

export interface MovedRows {
  tables: { name: string; rows: number }[]
  rows: number
  /** Rows that an earlier attempt had brought already. */
  alreadyThere: number
}

interface Request {
  from: RowPlace
  to: RowTarget
  signal: AbortSignal
  onProgress(step: 'copying' | 'comparing', table: string, done: number, of: number): void
}

/** A batch grows while it is small and shrinks when it is large: a row may be megabytes. */
const FIRST_BATCH = 8
const MOST_ROWS = 500
const SMALL_CHARACTERS = 1 << 20
const LARGE_CHARACTERS = 8 << 20

/** @throws {AppError} `move_schema_differs`, `move_differs`, `move_row_refused` */
export async function moveRows({ from, to, signal, onProgress }: Request): Promise<MovedRows> {
  const tables = await sameTables(from, to)
  const counts = new Map<string, number>()
  for (const table of tables) counts.set(table.name, await from.count(table))
  const of = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const tell = (step: 'copying' | 'comparing', table: MovedTable, done: number) =>
    onProgress(step, table.name, done, of)

  let done = 0
  let alreadyThere = 0
  for (const table of tables) {
    const there = await to.count(table)
    if (there > (counts.get(table.name) ?? 0)) throw differs(table)
    alreadyThere += there
    done += there
    for await (const rows of batches(from, table, there)) {
      signal.throwIfAborted()
      await to.write(table, rows)
      done += rows.length
      tell('copying', table, done)
    }
  }

  done = 0
  for (const table of tables) {
    if ((await to.count(table)) !== counts.get(table.name)) throw differs(table)
    for await (const rows of batches(from, table, 0)) {
      signal.throwIfAborted()
      compare(table, rows, await to.find(table, rows))
      done += rows.length
      tell('comparing', table, done)
    }
  }
  return {
    tables: tables.map(({ name }) => ({ name, rows: counts.get(name) ?? 0 })),
    rows: of,
    alreadyThere,
  }
}

async function* batches(from: RowPlace, table: MovedTable, skip: number) {
  let after: PlainRow | number = skip
  let limit = FIRST_BATCH
  for (;;) {
    const rows: PlainRow[] = await from.read(table, after, limit)
    const last = rows.at(-1)
    if (!last) return
    after = last
    yield rows
    const size = rows.reduce((sum, row) => sum + sizeOf(row), 0)
    if (size > LARGE_CHARACTERS) limit = Math.max(1, limit >> 2)
    else if (size < SMALL_CHARACTERS) limit = Math.min(MOST_ROWS, limit * 2)
  }
}

function sizeOf(row: PlainRow): number {
  let size = 0
  for (const cell of Object.values(row)) size += typeof cell === 'string' ? cell.length : 8
  return size
}

/** In the order of the target, which minds what refers to what. */
async function sameTables(from: RowPlace, to: RowPlace): Promise<MovedTable[]> {
  const spelled = ({ name, columns, key }: MovedTable) =>
    JSON.stringify([name, Object.entries(columns).sort(), key])
  const [source, target] = [await from.tables(), await to.tables()]
  const known = new Set(source.map(spelled))
  const odd = target.find((table) => !known.has(spelled(table)))
  if (!odd && source.length === target.length) return target
  const names = new Set(target.map(({ name }) => name))
  const name = odd?.name ?? source.find((table) => !names.has(table.name))?.name
  throw new AppError(
    'conflict',
    'move_schema_differs',
    `The table ${name} is not the same on both sides. Bring both to this version (svcctl upgrade), and begin again.`,
  )
}

function compare(table: MovedTable, rows: readonly PlainRow[], found: readonly PlainRow[]): void {
  const keyOf = (row: PlainRow) => JSON.stringify(table.key.map((column) => row[column]))
  const names = Object.keys(table.columns)
  const spelled = (row: PlainRow) => JSON.stringify(names.map((name) => row[name]))
  const byKey = new Map(found.map((row) => [keyOf(row), spelled(row)]))
  for (const row of rows) if (byKey.get(keyOf(row)) !== spelled(row)) throw differs(table)
}

function differs({ name }: MovedTable): AppError {
  return new AppError(
    'conflict',
    'move_differs',
    `The rows of ${name} are not those of the source, which may have served in between. Empty the target (a new database, a new folder) and begin again; the source is as it was.`,
  )
}
