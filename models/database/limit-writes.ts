/**
 * Who writes waits here, in a queue of the process, not in the database. SQLite lets one write at a
 * time, and its own way of waiting is to look again ever more seldom, up to every tenth of a
 * second, in one of Node's four worker threads: beside a queue that hands the lock on at once
 * whoever looks now and then hardly ever finds it free, reads behind it on its connection wait too,
 * and after five seconds it fails.
 */
import { QueryTypes, type Sequelize } from 'sequelize'
import { isWithin } from './limit-transactions.ts'
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
