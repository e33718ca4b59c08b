/**
 * The database: SQLite in one file, or another through its URL, behind Sequelize.
 *
 * SQLite runs in WAL mode, so that readers never wait for the writer, with `synchronous = FULL`: a commit is
 * on the disk before it is answered. NORMAL would be faster and never corrupt, but after a power cut it
 * may forget the last commits, and one of them can be the key of a recording whose audio was acknowledged.
 * Audio itself never passes through here (models/audio/). `secure_delete` overwrites what is deleted, so that no page keeps it.
 *
 * `sqlite3` is reached through `dialectModule` only, so that another driver can take its place (DECISIONS).
 */
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Options, QueryTypes, Sequelize, Transaction } from 'sequelize'
import sqlite3 from 'sqlite3'
import { SequelizeStorage, Umzug } from 'umzug'
import type { Sealer } from '../core/vault/ports.ts'
import { migrations } from './migrations/index.ts'
import { oneTransactionAtATime } from './one-at-a-time.ts'

export interface DatabaseOptions {
  /** `sqlite:/absolute/path` or `postgres://…` */
  url: string
  /** Statements, without their values; for debugging only. */
  onStatement?: (sql: string) => void
}

export interface Database {
  sequelize: Sequelize
  /**
   * Applies what is missing, in order; `to` stops after that one. Steps that seal what was in the clear need `sealer`, the
   * master key, where there are rows.
   * @returns names of the migrations applied now
   */
  migrate(options?: { to?: string; sealer?: Sealer }): Promise<string[]>
  pendingMigrations(): Promise<string[]>
  close(): Promise<void>
}

/** Opens the database and proves that it answers. The schema is only touched by `migrate`. */
export async function openDatabase({ url, onStatement }: DatabaseOptions): Promise<Database> {
  const sequelize = new Sequelize(dialectOptions(url, onStatement))
  if (sequelize.getDialect() === 'sqlite') oneTransactionAtATime(sequelize)
  let masterKey: Sealer | undefined
  const umzug = new Umzug({
    migrations: migrations.map(({ name, up }) => ({
      name,
      up: () => up(sequelize.getQueryInterface(), masterKey),
    })),
    storage: new SequelizeStorage({ sequelize, tableName: 'migrations' }),
    logger: undefined,
  })
  await sequelize.query('SELECT 1', { type: QueryTypes.SELECT })

  return {
    sequelize,
    async migrate({ to, sealer } = {}) {
      masterKey = sealer
      return (await umzug.up(to === undefined ? undefined : { to })).map(({ name }) => name)
    },
    pendingMigrations: async () => (await umzug.pending()).map(({ name }) => name),
    close: () => sequelize.close(),
  }
}

/**
 * The driver would make it readable by everybody; its log and shared memory get the same mode. One that is there is not touched:
 * closing any handle of it would end the locks that this process may hold on it.
 */
function makeForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function dialectOptions(url: string, onStatement?: (sql: string) => void): Options {
  const logging = onStatement ? (sql: string) => onStatement(sql) : false
  if (!url.startsWith('sqlite:')) return { ...postgres(url), logging }
  const storage = url.slice('sqlite:'.length)
  mkdirSync(dirname(storage), { recursive: true, mode: 0o700 })
  makeForOwner(storage)
  return {
    dialect: 'sqlite',
    dialectModule: { ...sqlite3, Database: SqliteConnection },
    storage,
    logging,
    // A transaction that begins by reading cannot wait when it comes to write: it would fail at once.
    transactionType: Transaction.TYPES.IMMEDIATE,
    // Another process (svcctl) may be writing; its turn ends soon.
    retry: { max: 5, match: [/SQLITE_BUSY/] },
  }
}

function postgres(url: string): Options {
  return { dialect: 'postgres', ...urlParts(url) }
}

function urlParts(url: string): Options {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    host: hostname,
    port: Number(port || 5432),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  }
}

/**
 * Sequelize opens a connection of its own for every transaction and offers no hook for SQLite, so the connection itself sees to
 * what each one needs before anybody uses it.
 */
class SqliteConnection extends sqlite3.Database {
  constructor(file: string, mode: number, opened: (error: Error | null) => void) {
    super(file, mode, (error) => {
      if (error) opened(error)
      else this.exec(PRAGMAS, opened)
    })
  }
}

const PRAGMAS = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
`
