/**
 * SQLite's connections as a service that is asked all day needs them. Sequelize opens one for every transaction and closes it again, and before every
 * SELECT it asks what the table's columns are: each of the two cost a thousand times what the statement itself does.
 */
import { promisify } from 'node:util'
import type { Sequelize } from 'sequelize'
import sqlite3 from 'sqlite3'

const PRAGMAS = `
  PRAGMA busy_timeout = 5000;
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
`

/** The question as Sequelize words it before a SELECT; it words it otherwise where a migration wants to know. */
const COLUMNS_OF = /^PRAGMA table_info\(`[^`]+`\)$/

export interface SqliteConnections {
  /** For `dialectModule`. */
  Database: typeof sqlite3.Database
  /** From now on the columns of a table are asked for once: the schema is what it will be. */
  settleSchema(): void
  /** They are asked for each time again: the schema is about to change. */
  unsettleSchema(): void
}

/** For one database. Every connection sees to what it needs before anybody uses it: Sequelize offers no hook for that. */
export function sqliteConnections(): SqliteConnections {
  let columns: Map<string, unknown[]> | null = null

  class SqliteConnection extends sqlite3.Database {
    constructor(file: string, mode: number, opened: (error: Error | null) => void) {
      super(file, mode, (error) => {
        if (error) opened(error)
        else this.exec(PRAGMAS, opened)
      })
    }

    override all(sql: string, ...rest: unknown[]): this {
      const [done] = rest
      if (!columns || typeof done !== 'function' || !COLUMNS_OF.test(sql))
        return super.all(sql, ...rest)
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
  }

  return {
    Database: SqliteConnection as typeof sqlite3.Database,
    settleSchema() {
      columns = new Map()
    },
    unsettleSchema() {
      columns = null
    },
  }
}

/** What we use of Sequelize's manager, which names connections and closes all that it knows in the end. */
interface Manager {
  connections: Record<string, sqlite3.Database>
  getConnection(options?: { uuid?: string }): Promise<sqlite3.Database>
  releaseConnection(connection: sqlite3.Database & { uuid?: string }): void
  close(): Promise<void>
}

const KEPT = 'kept'

/**
 * A transaction that has ended leaves its connection to the next one. One is kept, since one transaction runs at a time
 * (limit-transactions.ts); one that ended in disorder never comes here, Sequelize drops it.
 */
export function keepTransactionConnection({ connectionManager }: Sequelize): void {
  const manager = connectionManager as unknown as Manager
  const { connections } = manager
  const open = manager.getConnection.bind(manager)
  const release = manager.releaseConnection.bind(manager)
  const closeAll = manager.close.bind(manager)

  manager.getConnection = async (options = {}) => {
    const { uuid = 'default' } = options
    const kept = connections[KEPT]
    if (!kept || uuid === 'default' || connections[uuid]) return open(options)
    delete connections[KEPT]
    connections[uuid] = kept
    return kept
  }
  manager.releaseConnection = (connection) => {
    const { uuid } = connection
    if (uuid === undefined || connections[KEPT]) return release(connection)
    delete connections[uuid]
    connections[KEPT] = connection
  }
  // Two that close at once each take the other for a reader, and the log is left beside the database.
  manager.close = async () => {
    const kept = connections[KEPT]
    delete connections[KEPT]
    if (kept) await promisify(kept.close.bind(kept))()
    await closeAll()
  }
}
