/**
 * How we speak to PostgreSQL: the parts of its URL, TLS as `libpq` names it, and limits that let
 * nobody wait for ever.
 *
 * `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=/etc/ssl/hospital.pem`.
 * Without `sslmode` nothing is encrypted; `require` encrypts and believes any certificate;
 * `verify-ca` and `verify-full` prove it. `host=/run/postgresql` is a socket. `direct=host:port` is
 * the database itself where the address is a pooler's (session.ts).
 */
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Options, Sequelize } from 'sequelize'
import type { PostgresPlace } from '../../core/doctor/postgres.ts'
import { AppError } from '../../core/errors.ts'

/** Connections of one process; beside them one that listens, or holds the lock of a server. */
const CONNECTIONS = 15
/** Connections that may be in a transaction: a query next to a transaction must find a free one. */
export const POSTGRES_TRANSACTIONS = 8
const CONNECT_MS = 5000
/** For a connection, also while the database is down: then the caller is told to come again. */
const ACQUIRE_MS = 8000
/**
 * A process that stands still in the middle of a transaction holds no row, and not the chain of the
 * audit, longer than this: the other servers go on.
 */
const IDLE_IN_TRANSACTION_MS = 5000
/** Of a transaction that writes to a file between its queries. */
export const MAY_PAUSE = 'SET LOCAL idle_in_transaction_session_timeout = 0'
/** A pooler may give every transaction another session, so each brings what it needs. */
const BEGIN = `START TRANSACTION; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};`

/** No transaction of this database stands still for long (`MAY_PAUSE` apart). */
export function beginWithLimit(sequelize: Sequelize): void {
  const { queryGenerator } = sequelize.getQueryInterface() as unknown as { queryGenerator: Begins }
  const plain = queryGenerator.startTransactionQuery
  queryGenerator.startTransactionQuery = (transaction) =>
    transaction.parent ? plain.call(queryGenerator, transaction) : BEGIN
}

/** What we use of Sequelize's. */
interface Begins {
  startTransactionQuery(transaction: { parent?: unknown }): string
}

/** @throws {AppError} `database_url` */
export function postgresOptions(url: string, stream: () => Socket): Options {
  const { password, searchParams } = parts(url)
  const { host, port, username, database } = postgresPlace(url)
  const known = new Set(['host', 'sslmode', 'sslrootcert', 'direct'])
  for (const name of searchParams.keys())
    if (!known.has(name)) throw refused(`knows no parameter ${name}`)
  return {
    dialect: 'postgres',
    host,
    port,
    username,
    database,
    password: plain(password),
    pool: { max: CONNECTIONS, min: 0, acquire: ACQUIRE_MS, idle: 10_000 },
    dialectOptions: {
      application_name: `svc ${process.pid}`,
      keepAlive: true,
      stream,
      connectionTimeoutMillis: CONNECT_MS,
      direct: directOf(searchParams.get('direct')),
      ...tlsOptions(searchParams.get('sslmode') ?? 'disable', searchParams.get('sslrootcert')),
    },
  }
}

interface Address {
  host: string
  port: number
}

/** Where sessions are had, of the driver's options; null: where everything is. */
export function directPlace(options: object): Address | null {
  return (options as { direct?: Address | null }).direct ?? null
}

function directOf(given: string | null): Address | null {
  if (given === null) return null
  const [, host, port = '5432'] = /^(.+?)(?::(\d+))?$/.exec(given) ?? []
  if (!host || host.includes('@')) throw refused('takes direct=HOST:PORT, without a user')
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

/** @throws {AppError} `database_url` */
export function postgresPlace(url: string): PostgresPlace {
  const { hostname, port, username, pathname, searchParams } = parts(url)
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || 5432),
    username: plain(username),
    database: plain(pathname.slice(1)),
  }
}

const IN_CODE = 'In its user and password write % as %25, @ as %40, : as %3A, / as %2F, # as %23'

function parts(url: string): URL {
  try {
    return new URL(url)
  } catch (cause) {
    throw refused(`is no address. ${IN_CODE}`, cause)
  }
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw refused(`holds a % that stands for no character. ${IN_CODE}`, cause)
  }
}

function tlsOptions(mode: string, rootPath: string | null): object {
  if (mode === 'disable') return {}
  if (!['require', 'verify-ca', 'verify-full'].includes(mode))
    throw refused('takes sslmode disable, require, verify-ca or verify-full')
  const ca = rootPath === null ? undefined : rootOf(rootPath)
  return {
    ssl: {
      rejectUnauthorized: mode !== 'require',
      ...(ca && { ca }),
      ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    },
  }
}

function rootOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw refused(`names ${path}, which cannot be read`, cause)
  }
}

function refused(why: string, cause?: unknown): AppError {
  return new AppError('invalid', 'database_url', `The database's address (databaseUrl) ${why}.`, {
    cause,
  })
}
