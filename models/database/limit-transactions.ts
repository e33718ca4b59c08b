/**
 * Transactions queue in the process, where waiting costs nothing. SQLite lets one write at a time
 * (limit-writes.ts). On PostgreSQL a transaction holds a connection, and what is asked beside it, a
 * key say, needs another: when transactions hold them all, each waits for the others.
 */
import type { Sequelize, Transaction } from 'sequelize'
import type { Turns } from './turns.ts'

type Call = (...args: unknown[]) => Promise<unknown>

/** Transactions of `sequelize` take turns. */
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
export function isWithin(options: unknown): boolean {
  return (
    typeof options === 'object' &&
    options !== null &&
    'transaction' in options &&
    Boolean(options.transaction)
  )
}
