/**
 * Who writes waits here, in a queue of the process, not in the database. SQLite lets one write at a
 * time, and its own way of waiting is to look again ever more seldom, up to every tenth of a
 * second, in one of Node's four worker threads: beside a queue that hands the lock on at once
 * whoever looks now and then hardly ever finds it free, reads behind it on its connection wait too,
 * and after five seconds it fails.
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { WRITER } from './sqlite-roles.ts'
import type { Turns } from './turns.ts'
import type { WriteLockRequest } from './write-lock-request.ts'

type Call = (...args: unknown[]) => Promise<unknown>

/**
 * On SQLite what writes outside of a transaction takes the same turns, on the one connection that
 * writes.
 */
export function limitSingleWrites(sequelize: Sequelize, { take }: Turns): void {
  const query = sequelize.query.bind(sequelize) as Call
  sequelize.query = ((sql: unknown, options?: { type?: string }) => {
    if (isWithin(options) || isRead(sql, options)) return query(sql, options)
    return take(() => query(sql, { ...options, uuid: WRITER }))
  }) as typeof sequelize.query
}

/** Before each turn other processes that wait are let go first. */
export function givingWay({ take }: Turns, { yieldToWaiter: giveWay }: WriteLockRequest): Turns {
  return {
    take: (work) =>
      take(async () => {
        await giveWay()
        return work()
      }),
  }
}

const READS = /^\s*(SELECT|EXPLAIN|PRAGMA\s+(?!incremental_vacuum|wal_checkpoint|\w+\s*=))/i
const READS_PERHAPS = /^\s*WITH\b/i
const WRITES = /\b(INSERT|UPDATE|DELETE|REPLACE)\b/i

/** Reading never waits for a writer: in WAL mode it need not. */
function isRead(sql: unknown, options?: { type?: string }): boolean {
  const text = typeof sql === 'string' ? sql : (sql as { query: string }).query
  if (READS.test(text)) return true
  return options?.type === QueryTypes.SELECT && READS_PERHAPS.test(text) && !WRITES.test(text)
}

/**
 * Transactions queue in the process, where waiting costs nothing. SQLite lets one write at a time.
 * On PostgreSQL a transaction holds a connection, and what is asked beside it, a key say, needs
 * another: when transactions hold them all, each waits for the others.
 *
 * Transactions of `sequelize` take turns.
 */
export function limitTransactions(sequelize: Sequelize, { take }: Turns): void {
  const begin = sequelize.transaction.bind(sequelize) as Call
  sequelize.transaction = ((...args: unknown[]) => {
    // One inside another must not wait for it.
    if (isWithin(args[0])) return begin(...args)
    if (typeof args.at(-1) === 'function') return take(() => begin(...args))
    return new Promise((resolve, reject) => {
      take(async () => {
        const transaction = (await begin(...args)) as Transaction
        const ended = endOf(transaction)
        resolve(transaction)
        await ended
      }).catch(reject)
    })
  }) as typeof sequelize.transaction
}

/** End of a transaction that is ended by hand, as Sequelize's own `findOrCreate` does. */
function endOf(transaction: Transaction): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['commit', 'rollback'] as const) {
      const end = transaction[name].bind(transaction)
      transaction[name] = () => end().finally(resolve)
    }
  })
}

/** Whether what is asked with `options` belongs to a transaction. */
function isWithin(options: unknown): boolean {
  return (
    typeof options === 'object' &&
    options !== null &&
    'transaction' in options &&
    Boolean(options.transaction)
  )
}
