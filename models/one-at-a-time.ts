/**
 * SQLite lets one transaction write at a time; the others wait inside the driver, each holding one of Node's four
 * worker threads. Four that wait leave no thread for the one that could finish, and everything stands still until
 * their patience ends. So within the process transactions queue here, where waiting costs nothing.
 */
import type { Sequelize } from 'sequelize'

/** Makes managed transactions of `sequelize` run one after the other, in the order they were asked for. */
export function oneTransactionAtATime(sequelize: Sequelize): void {
  const begin = sequelize.transaction.bind(sequelize) as (...args: unknown[]) => Promise<unknown>
  let last: Promise<unknown> = Promise.resolve()

  sequelize.transaction = ((...args: unknown[]) => {
    // Without a callback the caller decides when it ends, and one inside another must not wait for it.
    const isManaged = typeof args.at(-1) === 'function'
    if (!isManaged || isNested(args[0])) return begin(...args)
    const mine = last.then(() => begin(...args))
    last = mine.catch(() => {})
    return mine
  }) as typeof sequelize.transaction
}

function isNested(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'transaction' in options
}
