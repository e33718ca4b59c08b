/**
 * SQLite's connections as a service that is asked all day needs them: each sees to its settings
 * before anybody uses it, since Sequelize offers no hook for that, waits for the lock without a
 * thread, and asks once what a table's columns are, which Sequelize asks before every SELECT.
 */
import { pathToFileURL } from 'node:url'
import sqlite3 from 'sqlite3'
import type { WriteLockRequest } from './write-lock-request.ts'

/**
 * While it is opened: what another process does to the file then (recovery, its last close) is over
 * soon.
 */
const OPENING = 'PRAGMA busy_timeout = 5000'
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
  PRAGMA busy_timeout = 0;
`
/** 2: INCREMENTAL. */
const GIVES_PAGES_BACK = 2

/**
 * The question as Sequelize words it before a SELECT; it words it otherwise where a migration wants
 * to know.
 */
const COLUMNS_OF = /^PRAGMA table_info\(`[^`]+`\)$/

export interface SqliteConnections {
  /** For `dialectModule`. */
  Database: typeof sqlite3.Database
  /** From now on the columns of a table are asked for once: the schema is what it will be. */
  settleSchema(): void
  /** They are asked for each time again: the schema is about to change. */
  unsettleSchema(): void
}

type Told = (this: unknown, error: Error | null, rows?: unknown) => void

/**
 * For one database.
 * @param asItStands no log is made and no lock taken: for a file that nobody else has open, on a
 * disk that takes nothing
 */
export function sqliteConnections(
  wanted: WriteLockRequest,
  { asItStands = false } = {},
): SqliteConnections {
  let columns: Map<string, unknown[]> | null = null

  class SqliteConnection extends sqlite3.Database {
    constructor(file: string, mode: number, opened: (error: Error | null) => void) {
      const name = asItStands ? `${pathToFileURL(file)}?immutable=1` : file
      const how = asItStands ? sqlite3.OPEN_READONLY | sqlite3.OPEN_URI : mode
      super(name, how, (error) => {
        if (error) opened(error)
        else if (asItStands) this.exec('PRAGMA foreign_keys = ON', opened)
        else this.#settle(opened)
      })
    }

    /**
     * To ask for incremental vacuum takes the lock that writers take and writes, also where it is
     * so already: every connection that was opened waited for the writers, in the driver, and
     * failed after its five seconds.
     */
    #settle(opened: (error: Error | null) => void) {
      this.exec(OPENING)
      this.get<{ auto_vacuum: number }>('PRAGMA auto_vacuum', (error, row) => {
        if (error) return opened(error)
        const isSet = row?.auto_vacuum === GIVES_PAGES_BACK
        this.exec(isSet ? PRAGMAS : `PRAGMA auto_vacuum = INCREMENTAL; ${PRAGMAS}`, opened)
      })
    }

    override run(sql: string, ...rest: unknown[]): this {
      return this.#patiently(super.run, sql, rest)
    }

    override all(sql: string, ...rest: unknown[]): this {
      const [done] = rest
      if (!columns || typeof done !== 'function' || !COLUMNS_OF.test(sql))
        return this.#patiently(super.all, sql, rest)
      const known = columns.get(sql)
      if (known) done(null, known)
      else
        super.all(sql, (error: Error | null, rows: unknown[]) => {
          // A table that is not there yet has none.
          if (!error && rows.length > 0) columns?.set(sql, rows)
          done(error, rows)
        })
      return this
    }

    /** Only Sequelize's own way of asking: values, then who is told. */
    #patiently(method: (sql: string, ...rest: unknown[]) => this, sql: string, rest: unknown[]) {
      const done = rest.at(-1)
      if (typeof done !== 'function') return method.call(this, sql, ...rest)
      const values = rest.slice(0, -1)
      retryWhileBusy(sql, wanted, (told) => method.call(this, sql, ...values, told), done as Told)
      return this
    }
  }

  return {
    Database: SqliteConnection as unknown as typeof sqlite3.Database,
    settleSchema() {
      columns = new Map()
    },
    unsettleSchema() {
      columns = null
    },
  }
}

/** After that the caller gets `SQLITE_BUSY`. */
const PATIENCE_MS = 15_000
/** A checkpoint that readers hinder says so in its answer and can be left for later. */
const CHECKPOINT_PATIENCE_MS = 5000
const CHECKPOINT = /^PRAGMA wal_checkpoint/
/** Wait before other processes are asked to yield. */
const SILENT_MS = 40

type Done = (this: unknown, error: NodeJS.ErrnoException | null, rows?: unknown) => void

/**
 * Waiting for SQLite's lock without holding a thread: the driver is told to fail at once, and asked
 * again a few milliseconds later. Within a process nobody waits for it (limit-writes.ts), so a
 * caller here waits for another process.
 * @param attempt asks the driver; called again while the database is locked
 */
function retryWhileBusy(
  sql: string,
  wanted: WriteLockRequest,
  attempt: (done: Done) => void,
  done: Done,
): void {
  const since = performance.now()
  const patienceMs = CHECKPOINT.test(sql) ? CHECKPOINT_PATIENCE_MS : PATIENCE_MS
  let hasAsked = false

  function again() {
    attempt(function (error, ...rest) {
      const waitedMs = performance.now() - since
      if (isBusy(error, rest[0]) && waitedMs < patienceMs) {
        hasAsked ||= waitedMs > SILENT_MS
        if (hasAsked) wanted.request()
        setTimeout(again, pauseMs(waitedMs))
        return
      }
      if (hasAsked) wanted.withdraw()
      done.call(this, error, ...rest)
    })
  }
  again()
}

function isBusy(error: NodeJS.ErrnoException | null, rows: unknown): boolean {
  if (error) return error.code === 'SQLITE_BUSY'
  const [row] = Array.isArray(rows) ? rows : []
  return row?.busy === 1 && 'checkpointed' in row
}

/** Two that wait for each other's end do not look in step. */
function pauseMs(waitedMs: number): number {
  return (waitedMs < 2000 ? 3 : 12) * (1 + Math.random())
}
