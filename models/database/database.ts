/**
 * The database: SQLite in one file, or another through its URL, behind Sequelize.
 *
 * SQLite runs in WAL mode, so that readers never wait for the writer, with `synchronous = FULL`: a
 * commit is on the disk before it is answered. NORMAL would be faster and never corrupt, but after
 * a power cut it may forget the last commits, and one of them can be the key of a recording whose
 * audio was acknowledged. Audio itself never passes through here (models/audio/). `secure_delete`
 * overwrites what is deleted, so that no page keeps it; `auto_vacuum = INCREMENTAL`, which a
 * database takes up when it is made, lets retention give free pages back in small pieces.
 *
 * `sqlite3` is reached through `dialectModule` only, so that another driver can take its place
 * (decision 6).
 */
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { type Options, QueryTypes, Sequelize, Transaction } from 'sequelize'
import sqlite3 from 'sqlite3'
import { connectionRefused, lacking } from '../../core/doctor/postgres.ts'
import { AppError } from '../../core/errors.ts'
import type { Sealer } from '../../core/vault/ports.ts'
import { additiveMigrations } from '../migrations/additive.ts'
import { migrations } from '../migrations/index.ts'
import { type DamageWatch, damageWatch, refusalCode, tellFaults } from './faults.ts'
import { givingWay, limitSingleWrites, limitTransactions } from './limit-writes.ts'
import { type PostgresLines, postgresLines } from './postgres-lines.ts'
import {
  beginWithLimit,
  MAY_PAUSE,
  POSTGRES_TRANSACTIONS,
  postgresOptions,
  postgresPlace,
} from './postgres-options.ts'
import { postgresState } from './postgres-state.ts'
import { SCHEMA_LOCK, schemaSteps, type TakenStep } from './schema-steps.ts'
import { refuseServing } from './serving-lock.ts'
import { type SqliteConnections, sqliteConnections } from './sqlite-connections.ts'
import { giveConnectionsRoles } from './sqlite-roles.ts'
import { turns } from './turns.ts'
import { writeLockRequest } from './write-lock-request.ts'

export interface DatabaseOptions {
  /** `sqlite:/absolute/path` or `postgres://…` */
  url: string
  /** Statements, without their values; for debugging only. */
  onStatement?: (sql: string) => void
  /**
   * Who only reads: where the disk takes nothing, SQLite's file is read as it stands, and every
   * write fails.
   */
  toRead?: boolean
}

export interface Database {
  sequelize: Sequelize
  /** Opened as it stands (`toRead`): every write fails. */
  isReadOnly: boolean
  /**
   * Applies what is missing, in order; `to` stops after that one. Steps that seal what was in the
   * clear need `sealer`, the master key, where there are rows.
   * @returns names of the migrations applied now
   * @throws {AppError} `database_lacking`, of PostgreSQL: read only, no rights, an encoding that is
   * not UTF8
   */
  migrate(options?: { to?: string; sealer?: Sealer }): Promise<string[]>
  pendingMigrations(): Promise<string[]>
  /**
   * In the order of their names; whether they only add is what the newest program that was here has
   * said.
   */
  appliedMigrations(): Promise<TakenStep[]>
  /**
   * Applied here by a newer version of the product, which alone knows what they did; those that
   * only add are none of them.
   */
  foreignMigrations(): Promise<string[]>
  damage: DamageWatch
  /** SQLite's file; null: it is PostgreSQL. */
  path: string | null
  close(): Promise<void>
}

/** Opens the database and proves that it answers. The schema is only touched by `migrate`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  try {
    return await open(options)
  } catch (error) {
    if (!options.toRead || !isReadAsItStands(options.url, error)) throw error
    return open(options, { asItStands: true })
  }
}

/** What SQLite says where it cannot make its log. */
const TAKES_NOTHING = new Set(['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_IOERR', 'SQLITE_FULL'])

/** Below it the log's own index finds no room. */
const FULL_BELOW_BYTES = 1 << 20

/**
 * Nobody writes where nothing can be written, and without a log there is nothing that the file
 * itself does not hold.
 */
function isReadAsItStands(url: string, error: unknown): boolean {
  if (!url.startsWith('sqlite:') || !TAKES_NOTHING.has(refusalCode(error))) return false
  const path = sqlitePath(url)
  const sizeOf = (end: string) => statSync(`${path}${end}`, { throwIfNoEntry: false })?.size ?? 0
  return sizeOf('') > 0 && sizeOf('-wal') === 0 && takesNothing(dirname(path))
}

function takesNothing(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < FULL_BELOW_BYTES) return true
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch {
    return true
  }
}

async function open(
  { url, onStatement }: DatabaseOptions,
  { asItStands = false } = {},
): Promise<Database> {
  const wanted = writeLockRequest(sqlitePath(url))
  const connections = sqliteConnections(wanted, { asItStands })
  const lines = postgresLines()
  const sequelize = new Sequelize(dialectOptions(url, connections, lines, onStatement))
  // Models are nameless classes (row.ts), and PostgreSQL takes no empty name for a table in a
  // query.
  sequelize.addHook('beforeDefine', (_attributes, options) => {
    options.modelName ||= options.tableName ?? ''
  })
  const isSqlite = sequelize.getDialect() === 'sqlite'
  if (isSqlite) {
    giveConnectionsRoles(sequelize)
    const oneAfterTheOther = givingWay(turns(1), wanted)
    limitTransactions(sequelize, oneAfterTheOther)
    limitSingleWrites(sequelize, oneAfterTheOther)
  } else {
    limitTransactions(sequelize, turns(POSTGRES_TRANSACTIONS))
    lines.watch(sequelize)
    beginWithLimit(sequelize)
  }
  const steps = schemaSteps(sequelize, migrations, additiveMigrations)
  await firstAnswer(sequelize, url).catch((error: unknown) => {
    lines.close()
    throw error
  })
  const path = isSqlite ? sqlitePath(url) : null
  const damage = damageWatch(path)
  tellFaults(sequelize, damage.met)

  return {
    sequelize,
    isReadOnly: asItStands,
    async migrate(request) {
      const up = () => steps.take(request)
      if (!isSqlite)
        return aloneOnPostgres(sequelize, async () => {
          const pending = await steps.pending()
          if (pending.length > 0) await refuseLacking(sequelize, url)
          await refuseBeneathOthers(sequelize, pending)
          return up()
        })
      connections.unsettleSchema()
      const taken = await up()
      connections.settleSchema()
      return taken
    },
    pendingMigrations: steps.pending,
    appliedMigrations: steps.taken,
    foreignMigrations: steps.foreign,
    damage,
    path,
    close() {
      lines.close()
      return sequelize.close()
    },
  }
}

/** @throws {AppError} `database_unreachable`, for PostgreSQL; what SQLite says as it is */
async function firstAnswer(sequelize: Sequelize, url: string): Promise<void> {
  try {
    await sequelize.query('SELECT 1', { type: QueryTypes.SELECT })
  } catch (cause) {
    await sequelize.close().catch(() => {})
    if (sequelize.getDialect() === 'sqlite') throw cause
    const { what, fix } = connectionRefused(refusalCode(cause), postgresPlace(url))
    throw new AppError('unavailable', 'database_unreachable', `${what}\nTry: ${fix}`, { cause })
  }
}

/**
 * Before the schema is changed, so that nobody meets it in the middle. A database in another
 * encoding that is in use already stays in use.
 *
 * @throws {AppError} `database_lacking`
 */
async function refuseLacking(sequelize: Sequelize, url: string): Promise<void> {
  const state = await postgresState(sequelize, postgresPlace(url))
  const isInUse = (await sequelize.getQueryInterface().showAllTables()).length > 0
  const lacks = lacking(isInUse ? { ...state, encoding: 'UTF8' } : state)
  if (lacks)
    throw new AppError('unavailable', 'database_lacking', `${lacks.what}\nTry: ${lacks.fix}`)
}

/**
 * Servers of an earlier version go on beside steps that only add; beneath any other they would
 * misread what they work with. @throws {AppError} `nodes_serving`
 */
async function refuseBeneathOthers(
  sequelize: Sequelize,
  pending: readonly string[],
): Promise<void> {
  const changing = pending.filter((name) => !additiveMigrations.includes(name))
  if (changing.length === 0) return
  await refuseServing(
    sequelize,
    `Steps of the schema that are missing change what they read (${changing.join(', ')}): let their visits end (svcctl drain --wait at each) and stop them, then again. Nothing was changed.`,
  )
}

/** Lets one of two nodes that start at once change the schema; the other finds it done. */
function aloneOnPostgres<Result>(
  sequelize: Sequelize,
  work: () => Promise<Result>,
): Promise<Result> {
  return sequelize.transaction(async (transaction) => {
    await sequelize.query(MAY_PAUSE, { transaction })
    await sequelize.query(`SELECT pg_advisory_xact_lock(${SCHEMA_LOCK})`, { transaction })
    return work()
  })
}

/**
 * The driver would make it readable by everybody; its log and shared memory get the same mode. One
 * that is there is not touched: closing any handle of it would end the locks that this process may
 * hold on it.
 */
function makeForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const sqlitePath = (url: string) => url.slice('sqlite:'.length)

function dialectOptions(
  url: string,
  { Database }: SqliteConnections,
  { stream }: PostgresLines,
  onStatement?: (sql: string) => void,
): Options {
  const logging = onStatement ? (sql: string) => onStatement(sql) : false
  if (!url.startsWith('sqlite:')) return { ...postgresOptions(url, stream), logging }
  const storage = sqlitePath(url)
  mkdirSync(dirname(storage), { recursive: true, mode: 0o700 })
  makeForOwner(storage)
  return {
    dialect: 'sqlite',
    dialectModule: { ...sqlite3, Database },
    storage,
    logging,
    // A transaction that begins by reading cannot wait when it comes to write: it would fail at
    // once.
    transactionType: Transaction.TYPES.IMMEDIATE,
    // Waiting is ours (sqlite-connections.ts).
    retry: { max: 1 },
  }
}
