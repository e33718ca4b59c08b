/**
 * The epoch of access control: one number that grows with every change. A process that remembers
 * decisions looks at it before using them, so that what `svcctl` changes beside a running server
 * counts from the next request on, in every process and on every node.
 */

import { setImmediate, setTimeout } from 'node:timers/promises'
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { sqliteCommits, untilWritten } from '../database/sqlite-commits.ts'
import { OWN_READER } from '../database/sqlite-roles.ts'

/** Runs `write` and raises the epoch, both or neither. */
export type AccessChange = <Result>(
  write: (transaction: Transaction) => Promise<Result>,
) => Promise<Result>

export function accessEpoch(sequelize: Sequelize) {
  const change: AccessChange = (write) =>
    sequelize.transaction(async (transaction) => {
      const result = await write(transaction)
      const raise = 'UPDATE access_epochs SET value = value + 1 WHERE id = 1'
      await sequelize.query(raise, { transaction })
      return result
    })

  return { change, readEpoch: shareRead(epochReader(sequelize)) }
}

const read = 'SELECT value FROM access_epochs WHERE id = 1'

function epochReader(sequelize: Sequelize): () => Promise<number> {
  if (sequelize.getDialect() === 'sqlite') return sqliteReader(sequelize)
  return async () => {
    const [row] = await sequelize.query<EpochRow>(read, { type: QueryTypes.SELECT, raw: true })
    return epochOf(row)
  }
}

/**
 * Every request waits for this read, so on SQLite it is spared while nothing is written, and has a
 * connection of its own, where it never queues behind somebody's commit to disk, and a statement
 * that is prepared once.
 */
function sqliteReader(sequelize: Sequelize): () => Promise<number> {
  let preparing: Promise<() => Promise<number>> | undefined

  async function prepared() {
    const statement = await prepare(sequelize)
    const readRow = async () => epochOf((await allRows(statement))[0])
    return untilWritten(readRow, sqliteCommits(await databaseFile(sequelize)))
  }

  return async () => {
    preparing ??= prepared()
    try {
      return await (await preparing)()
    } catch (error) {
      // A broken statement, or none, would fail for ever: the next question prepares another.
      preparing = undefined
      throw error
    }
  }
}

async function databaseFile(sequelize: Sequelize): Promise<string> {
  const [main] = await sequelize.query<{ file: string }>('PRAGMA database_list', {
    type: QueryTypes.SELECT,
  })
  return main?.file ?? ''
}

async function prepare(sequelize: Sequelize): Promise<SqliteStatement> {
  // The types do not know that Sequelize names connections; it closes all of them in the end.
  type Named = Parameters<typeof sequelize.connectionManager.getConnection>[0]
  const named: unknown = { type: 'read', uuid: `${OWN_READER}epoch` }
  const opened: unknown = await sequelize.connectionManager.getConnection(named as Named)
  const connection = opened as SqliteConnection
  const statement = await new Promise<SqliteStatement>((resolve, reject) => {
    const prepared = connection.prepare(read, (error) =>
      error ? reject(error) : resolve(prepared),
    )
  })
  const close = connection.close.bind(connection)
  // A connection does not close while it has statements.
  connection.close = (done) => statement.finalize(() => close(done))
  return statement
}

/** `all`, not `get`: it resets the statement, which would else go on seeing the past. */
function allRows(statement: SqliteStatement): Promise<EpochRow[]> {
  return new Promise((resolve, reject) => {
    statement.all((error, rows) => (error ? reject(error) : resolve(rows)))
  })
}

function epochOf(row: EpochRow | undefined): number {
  if (!row) throw new Error('the access epoch is missing')
  return Number(row.value)
}

interface EpochRow {
  value: number | string
}

/** What we use of the `sqlite3` package. */
interface SqliteConnection {
  prepare(sql: string, done: (error: Error | null) => void): SqliteStatement
  close(done: (error: Error | null) => void): void
}

interface SqliteStatement {
  all(done: (error: Error | null, rows: EpochRow[]) => void): void
  finalize(done: () => void): void
}

/**
 * Between two reads of a busy process, in ms: what arrives meanwhile shares the next one. A read
 * costs more than all else that a check of a token does, and nobody notices a millisecond.
 */
const restMs = 1

/**
 * Lets everybody who asks at the same time share one read, without ever answering from a read that
 * began before the question. The first question after a rest is answered at once.
 */
export function shareRead<Fact>(read: () => Promise<Fact>): () => Promise<Fact> {
  let gathering: Promise<Fact> | undefined
  let running: Promise<Fact> | undefined
  let lastBegunAt = Number.NEGATIVE_INFINITY

  async function begin(): Promise<Fact> {
    await running?.catch(() => {})
    if (performance.now() - lastBegunAt < restMs) await setTimeout(restMs)
    else await setImmediate()
    gathering = undefined
    lastBegunAt = performance.now()
    running = read()
    return running
  }

  return () => {
    gathering ??= begin()
    return gathering
  }
}
