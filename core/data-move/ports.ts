/** Rows of a database as plain values, so that those of one kind of database fit another. */

export type CellKind = 'bytes' | 'time' | 'boolean' | 'number' | 'text'

/** Bytes are hex; a time is in UTC, to the millisecond, as `toISOString` writes it. */
export type PlainCell = string | number | boolean | null
export type PlainRow = Readonly<Record<string, PlainCell>>

export interface MovedTable {
  name: string
  columns: Readonly<Record<string, CellKind>>
  /** Columns of the primary key, in its order. */
  key: readonly string[]
}

/** A database that nobody else writes. */
export interface RowPlace {
  /** Those that others refer to come first. */
  tables(): Promise<MovedTable[]>
  count(table: MovedTable): Promise<number>
  /**
   * In an order of its own that does not change.
   * @param from the row before the first one wanted, or how many to pass over
   */
  read(table: MovedTable, from: PlainRow | number, limit: number): Promise<PlainRow[]>
  /** Those that have the keys of `rows`, in any order. */
  find(table: MovedTable, rows: readonly PlainRow[]): Promise<PlainRow[]>
  close(): Promise<void>
}

export interface RowSource extends RowPlace {
  /** Names of the steps of the schema that it has taken. */
  steps(): Promise<string[]>
}

/** A database that is being filled. No server starts on it before `finish`. */
export interface RowTarget extends RowPlace {
  /** All of them, or none. @throws {AppError} `move_row_refused` */
  write(table: MovedTable, rows: readonly PlainRow[]): Promise<void>
  finish(): Promise<void>
}
