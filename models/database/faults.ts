/**
 * What the database says when it cannot do something, in our words: one place, so that a restart of
 * PostgreSQL or a lock that lasts too long is told as `service_unavailable` on every way in, and a
 * caller that tries again succeeds.
 */
import { ConnectionError, ForeignKeyConstraintError, type Sequelize } from 'sequelize'
import sqlite3 from 'sqlite3'
import { AppError, notFound, validationError } from '../../core/errors.ts'

/**
 * Turns what `sequelize` throws into expected failures where it is one. What rows refuse (a
 * constraint) stays as it is.
 * @param onDamage a damaged page was met
 */
export function tellFaults(sequelize: Sequelize, onDamage: () => void): void {
  function told(error: unknown): never {
    const fault = faultOf(error)
    if (fault?.code === DAMAGED) onDamage()
    throw fault ?? error
  }

  const query = sequelize.query.bind(sequelize) as (...args: unknown[]) => Promise<unknown>
  sequelize.query = ((...args: unknown[]) => query(...args).catch(told)) as typeof sequelize.query
  const transact = sequelize.transaction.bind(sequelize) as (...args: unknown[]) => Promise<unknown>
  sequelize.transaction = ((...args: unknown[]) =>
    transact(...args).catch(told)) as typeof sequelize.transaction
}

/**
 * Connection lost or refused, shut down, out of connections or memory, waited too long, chosen to
 * end a deadlock.
 */
const PASSING =
  /^(08|53|57P|40001|40P01|55P03|25P03|SQLITE_BUSY|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH)/
/**
 * Read only (also a server that has become a standby), no rights: somebody has to mend it, or
 * PostgreSQL changes its mind.
 */
const REFUSING = /^(25006|42501|SQLITE_READONLY)/
const CUT = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

function faultOf(error: unknown): AppError | null {
  if (!(error instanceof Error) || error instanceof AppError) return null
  if (error instanceof ForeignKeyConstraintError) return null
  const code = driverCode(error)
  if (error instanceof ConnectionError || PASSING.test(code) || CUT.test(driverWords(error)))
    return databaseBusy(error)
  if (REFUSING.test(code)) return databaseRefuses(error)
  if (isDamage(code)) return databaseDamaged(error)
  // PostgreSQL knows the form of an id; what has not that form names nothing.
  if (code === '22P02') return notFound()
  // Too long for its column, or a character that no text of PostgreSQL holds.
  if (['22001', '22021', '22P05'].includes(code))
    return validationError([{ field: 'body', issue: 'invalid' }])
  return null
}

export function databaseBusy(cause: Error): AppError {
  return new AppError(
    'unavailable',
    'service_unavailable',
    'O banco de dados do servidor não está respondendo. Tente de novo em instantes.',
    { cause, retryAfterS: 5 },
  )
}

function databaseRefuses(cause: Error): AppError {
  return new AppError(
    'unavailable',
    'database_refuses',
    'O banco de dados do servidor não está aceitando alterações. Avise o administrador.',
    { cause, retryAfterS: 5 },
  )
}

const DAMAGED = 'database_damaged'

function databaseDamaged(cause: Error): AppError {
  return new AppError(
    'unavailable',
    'database_damaged',
    'O banco de dados do servidor está danificado. Avise o administrador: svcctl doctor diz como recuperá-lo.',
    { cause },
  )
}

/**
 * `ECONNREFUSED`, `57P01`, `SQLITE_NOTADB`; empty when it says none. The message is not for
 * telling: it may quote what is in the database.
 */
function driverCode(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; depth++) {
    const { parent, cause, code } = at as { parent?: unknown; cause?: unknown; code?: unknown }
    if (!(at instanceof AppError) && parent === undefined && typeof code === 'string') return code
    at = parent ?? cause
  }
  return ''
}

/** Code of a connection that did not come about: the driver's own timeout has none. */
export function refusalCode(error: unknown): string {
  const code = driverCode(error)
  if (code) return code
  const cause = error instanceof AppError ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown'
  return /timeout|timed out/i.test(driverWords(cause)) ? 'ETIMEDOUT' : cause.name
}

function driverWords(error: Error): string {
  const { parent } = error as { parent?: unknown }
  return parent instanceof Error ? parent.message : error.message
}

/**
 * Whether a page of SQLite's file was found to be damaged: by a look through all of it, or by a
 * query that met one. Once found it stays so until the service starts on a database that is whole.
 * PostgreSQL looks after its own pages.
 */
export interface DamageWatch {
  isDamaged(): boolean
  /** A query met a damaged page. */
  met(): void
  /**
   * Reads the whole file, on a connection and a thread of its own; nobody waits for it. Resolves
   * also where it cannot be read.
   */
  lookThrough(signal: AbortSignal): Promise<void>
}

/** @param path of SQLite's file; null: there is none */
export function damageWatch(path: string | null): DamageWatch {
  let damaged = false
  return {
    isDamaged: () => damaged,
    met() {
      damaged = true
    },
    async lookThrough(signal) {
      if (path !== null && (await findsDamage(path, signal))) damaged = true
    },
  }
}

function findsDamage(path: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const database = new sqlite3.Database(path, sqlite3.OPEN_READONLY, (unopened) => {
      if (unopened) return resolve(false)
      const stop = () => database.interrupt()
      signal.addEventListener('abort', stop, { once: true })
      database.all<{ quick_check: string }>('PRAGMA quick_check(1)', (error, rows) => {
        signal.removeEventListener('abort', stop)
        const isFound = error
          ? isDamage((error as NodeJS.ErrnoException).code)
          : rows[0]?.quick_check !== 'ok'
        database.close(() => resolve(isFound && !signal.aborted))
      })
    })
  })
}

/** SQLite's words for a page, or a whole file, that is none of its own. */
function isDamage(code: unknown): boolean {
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB'
}
