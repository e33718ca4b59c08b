/**
 * Which connection does what. One writes, one statement or transaction at a time (limit-writes.ts),
 * and stays open: Sequelize would open one for every transaction and close it again. Two read, one
 * statement each at a time. The driver would otherwise lead all that is asked at once into Node's
 * four threads, where they wait for each other on the connection's mutex: a long report and three
 * short questions, and no sound could be flushed meanwhile.
 */
import { promisify } from 'node:util'
import type { Sequelize } from 'sequelize'
import type sqlite3 from 'sqlite3'

/** The connection that writes; transactions, which Sequelize numbers, get it too. */
export const WRITER = 'writer'
/** A reader of somebody's own has a name that begins so. */
export const OWN_READER = 'reads-'
/** Sequelize asks for `default` where nothing else is said. */
const READERS = ['default', 'default-2']

type Connection = sqlite3.Database & { uuid?: string }

/**
 * What we use of Sequelize's manager, which names connections and closes all that it knows in the
 * end.
 */
interface Manager {
  connections: Record<string, Connection>
  getConnection(options?: { uuid?: string }): Promise<Connection>
  releaseConnection(connection: Connection): void
  destroyConnection(connection: Connection): Promise<void>
  close(): Promise<void>
}

export function giveConnectionsRoles({ connectionManager }: Sequelize): void {
  const manager = connectionManager as unknown as Manager
  const { connections } = manager
  const open = manager.getConnection.bind(manager)
  const closeAll = manager.close.bind(manager)
  const opened = new Map<string, Promise<Connection>>()
  const asking = new Map<Connection, number>()

  function named(name: string): Promise<Connection> {
    const known = opened.get(name)
    if (known) return known
    const opening = open({ uuid: name }).then((connection) => {
      if (READERS.includes(name)) {
        connection.serialize()
        asking.set(connection, 0)
      }
      return connection
    })
    opened.set(name, opening)
    opening.catch(() => drop(name))
    return opening
  }

  function drop(name: string) {
    opened.delete(name)
    delete connections[name]
  }

  /** The one that has least to do; another is opened only when the first has something. */
  async function reader(): Promise<Connection> {
    let best: Connection | null = null
    for (const name of READERS) {
      const one = await named(name)
      if (!best || count(one) < count(best)) best = one
      if (count(best) === 0) break
    }
    const chosen = best as Connection
    asking.set(chosen, count(chosen) + 1)
    return chosen
  }
  const count = (connection: Connection) => asking.get(connection) ?? 0

  manager.getConnection = ({ uuid = 'default' } = {}) => {
    if (uuid === 'default') return reader()
    return named(uuid.startsWith(OWN_READER) ? uuid : WRITER)
  }
  manager.releaseConnection = (connection) => {
    if (asking.has(connection)) asking.set(connection, count(connection) - 1)
  }
  // A transaction that ended in disorder: nobody knows what the connection is in the middle of.
  manager.destroyConnection = async (connection) => {
    const name = Object.keys(connections).find((one) => connections[one] === connection)
    if (name !== undefined) drop(name)
    await promisify(connection.close.bind(connection))().catch(() => {})
  }
  // Two that close at once each take the other for a reader, and the log is left beside the
  // database.
  manager.close = async () => {
    opened.clear()
    for (const [name, connection] of Object.entries(connections)) {
      delete connections[name]
      await promisify(connection.close.bind(connection))()
    }
    await closeAll()
  }
}
