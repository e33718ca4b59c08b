/**
 * Connections to PostgreSQL whose other end is gone without a word: a firewall forgot them, a cable
 * was pulled, the database's machine was replaced. TCP waits a quarter of an hour for the answer of
 * such a one, and whatever queues behind it waits as long. So of a connection that has been silent
 * to a query for some seconds another one asks whether the database works on it: where it does not,
 * the answer was lost, and the connection is cut. A query that takes long is never touched, and
 * while the database does not answer at all, nothing is.
 *
 * A connection is known by its name (`application_name`): the number of its backend is not its own
 * behind a pooler, which may lend it another one for every transaction, but gives each the name.
 */
import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import type { Sequelize } from 'sequelize'

export interface PostgresLines {
  /** Makes the sockets that the driver speaks through. */
  stream(): Socket
  /** From here on the connections of its pool are watched. */
  watch(sequelize: Sequelize): void
  close(): void
}

const LOOK_MS = 1000
const SILENT_MS = 5000
/** A connection that never came to its first use is given up. */
const BEGIN_MS = 15_000
const ANSWER_MS = 3000

/**
 * The database gives up a client that is gone within half a minute, and what it held; without TCP
 * these mean nothing.
 */
const KEEPALIVE = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 3; SET tcp_user_timeout = 25000`

interface Line {
  client: Client
  /** Of it alone; null: the database does not have it, and nothing is cut. */
  name: string | null
  bytesRead: number
  silentSinceMs: number
  /** The database did not work on it when it was asked last. */
  isIdle: boolean
}

export function postgresLines(): PostgresLines {
  const beginning = new Map<Socket, number>()
  const lines = new Set<Line>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  async function settle(client: Client) {
    const silentSinceMs = performance.now()
    const line: Line = { client, name: null, bytesRead: 0, silentSinceMs, isIdle: false }
    lines.add(line)
    client.connection.stream.once('close', () => lines.delete(line))
    // A pooler between us may not know them.
    await client.query(KEEPALIVE).catch(() => {})
    const name = `svc ${process.pid} ${randomBytes(6).toString('hex')}`
    await client.query(`SET application_name = '${name}'`)
    // Another kind of pooler may keep it to itself.
    const { rows } = await client.query(`SELECT current_setting('application_name') AS name`)
    if (rows[0]?.name === name) line.name = name
  }

  async function look(sequelize: Sequelize) {
    const nowMs = performance.now()
    for (const [socket, sinceMs] of beginning)
      if (nowMs - sinceMs > BEGIN_MS) socket.destroy(new Error('Connection terminated: no answer'))
    const silent: Line[] = []
    for (const line of lines) {
      const { bytesRead } = line.client.connection.stream
      if (line.client.readyForQuery || bytesRead !== line.bytesRead) {
        line.bytesRead = bytesRead
        line.silentSinceMs = nowMs
        line.isIdle = false
      } else if (nowMs - line.silentSinceMs > SILENT_MS) silent.push(line)
    }
    if (silent.length === 0) return
    const working = await linesAtWork(sequelize)
    for (const line of silent) {
      const { client, name } = line
      const wasIdle = line.isIdle
      line.isIdle = name !== null && !working.has(name)
      // A backend is idle a moment before its answer is here: the next look finds that.
      if (wasIdle && line.isIdle && !client.readyForQuery)
        client.connection.stream.destroy(new Error('Connection terminated: no answer'))
    }
  }

  return {
    stream() {
      const socket = new Socket()
      beginning.set(socket, performance.now())
      socket.once('close', () => beginning.delete(socket))
      return socket
    },
    watch(sequelize) {
      sequelize.addHook('afterConnect', async (connection) => {
        const client = connection as Client
        await settle(client)
        for (const socket of beginning.keys())
          if (socket.localPort === client.connection.stream.localPort) beginning.delete(socket)
      })
      timer = setInterval(() => {
        if (isLooking) return
        isLooking = true
        // Where the database does not answer, the next look asks again.
        look(sequelize)
          .catch(() => {})
          .finally(() => {
            isLooking = false
          })
      }, LOOK_MS)
      timer.unref()
    },
    close() {
      clearInterval(timer)
    },
  }
}

/**
 * Names of those that the database works for, asked over a connection of its own. In a pooler's
 * queue it comes last: while others wait there for a backend, it is not answered.
 */
async function linesAtWork(sequelize: Sequelize): Promise<ReadonlySet<string>> {
  const { lib, config } = sequelize.connectionManager as unknown as Manager
  const { host, port, database, username: user, password, dialectOptions } = config
  const asked = { host, port, database, user, password, ...dialectOptions }
  const client = new lib.Client({ ...asked, query_timeout: ANSWER_MS })
  client.on('error', () => {})
  const cut = setTimeout(() => client.connection.stream.destroy(), 2 * ANSWER_MS)
  try {
    await client.connect()
    const { rows } = await client.query(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active'`,
    )
    return new Set(rows.map(({ name }) => name))
  } finally {
    clearTimeout(cut)
    client.end().catch(() => {})
  }
}

/** What we use of the `pg` package. */
interface Client {
  connection: { stream: Socket }
  readyForQuery: boolean
  connect(): Promise<void>
  end(): Promise<void>
  on(event: 'error', listener: () => void): void
  query(sql: string): Promise<{ rows: { name: string }[] }>
}

interface Manager {
  lib: { Client: new (config: object) => Client }
  config: {
    host: string
    port: number
    database: string
    username: string
    password: string
    dialectOptions: object
  }
}
