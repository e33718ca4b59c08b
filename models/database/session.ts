/**
 * A connection that is one session of the database for as long as it is held, outside the pool:
 * what is heard (LISTEN) and a lock of a session's own belong to it. A pooler that lends the
 * database's connections by the transaction (PgBouncer, `pool_mode = transaction`) gives none:
 * there `direct=HOST:PORT` in `databaseUrl` names the database itself, for these connections alone.
 */
import type { Sequelize } from 'sequelize'
import { withoutSessions } from '../../core/doctor/postgres.ts'
import { AppError } from '../../core/errors.ts'
import { directPlace } from './postgres-options.ts'

/** What we use of the `pg` package. */
export interface Session {
  /** Of its backend, as the other end said at the beginning. */
  processID: number
  // biome-ignore lint/suspicious/noExplicitAny: rows are what the statement asks for
  query(sql: string): Promise<{ rows: any[] }>
  on(event: 'notification', listener: (message: { payload?: string }) => void): void
  off(event: 'notification', listener: (message: { payload?: string }) => void): void
  /** Ends the session, and what it held. */
  end(): Promise<void>
}

/** @throws {AppError} `database_sessions`: none can be had at the address that is set */
export async function openSession(sequelize: Sequelize): Promise<Session> {
  const { connectionManager } = sequelize as unknown as { connectionManager: Manager }
  const { config } = connectionManager
  if (!(await hasSessions(sequelize))) {
    const { what, fix } = withoutSessions(config)
    throw new AppError('unavailable', 'database_sessions', `${what}\nTry: ${fix}`)
  }
  return connectionManager._connect({ ...config, ...directPlace(config.dialectOptions) })
}

/** Transactions that are open at once while we look. */
const BESIDE = 3
const LOOKS = 5

/**
 * Whether sessions can be had: an address is named for them, or a connection of ours stays with one
 * backend. By the transaction it does not: a transaction beside it is lent the very backend that it
 * was on, or it is on another one itself.
 */
export async function hasSessions(sequelize: Sequelize): Promise<boolean> {
  const { connectionManager } = sequelize as unknown as { connectionManager: Manager }
  if (directPlace(connectionManager.config.dialectOptions)) return true
  const open = () => connectionManager._connect(connectionManager.config)
  const asked = await open()
  const beside: Session[] = []
  try {
    // A pooler gives its clients numbers of its own making.
    if ((await backend(asked)) === asked.processID) return true
    for (let at = 0; at < BESIDE; at++) beside.push(await open())
    for (let look = 0; look < LOOKS; look++) {
      const before = await backend(asked)
      const others: number[] = []
      for (const client of beside) {
        await client.query('START TRANSACTION')
        others.push(await backend(client))
      }
      const after = await backend(asked)
      for (const client of beside) await client.query('ROLLBACK')
      if (after !== before || others.includes(before)) return false
    }
    return true
  } finally {
    for (const client of [asked, ...beside]) await client.end().catch(() => {})
  }
}

async function backend(client: Session): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return rows[0].pid
}

/** What we use of Sequelize's. */
interface Manager {
  config: {
    host: string
    port: number
    database: string
    username: string
    dialectOptions: object
  }
  /** A connection as the pool makes them, which the pool does not know. */
  _connect(config: object): Promise<Session>
}
