/**
 * SQLite lets one transaction write at a time; the others wait inside the driver, each holding one of Node's four
 * worker threads. Four that wait leave no thread for the one that could finish, and everything stands still until
 * their patience ends. On PostgreSQL a transaction holds a connection, and what is asked beside it, a key say, needs another:
 * when transactions hold them all, each waits for the others. So within the process transactions queue here, where
 * waiting costs nothing.
 */
import type { Sequelize } from 'sequelize'

/** Lets `atATime` managed transactions of `sequelize` run at once; the others begin in the order they were asked for. */
export function limitTransactions(sequelize: Sequelize, atATime: number): void {
  const begin = sequelize.transaction.bind(sequelize) as (...args: unknown[]) => Promise<unknown>
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn(args: unknown[]): Promise<unknown> {
    if (running >= atATime) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await begin(...args)
    } finally {
      // The place is handed on: who comes meanwhile does not overtake.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  sequelize.transaction = ((...args: unknown[]) => {
    // Without a callback the caller decides when it ends, and one inside another must not wait for it.
    const isManaged = typeof args.at(-1) === 'function'
    return isManaged && !isNested(args[0]) ? inTurn(args) : begin(...args)
  }) as typeof sequelize.transaction
}

function isNested(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'transaction' in options
}
