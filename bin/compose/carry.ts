import type { Sequelize } from 'sequelize'
import type { Log } from '../../core/log.ts'
import { contentCarrier } from '../../models/carry/carry-content.ts'
import { removeErasedLeftovers } from '../../models/carry/erased-leftovers.ts'
import { contentFiles, contentPlace, openStore, type StoreConfig } from '../content-files.ts'
import type { Chore } from '../upkeep.ts'

interface Deps {
  config: StoreConfig
  sequelize: Sequelize
  emptyJournal(): Promise<void>
  log: Log
}

const EVERY_MS = 2000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * What has ended goes from the data folder into the store, where one is configured. Each server
 * does it: the folder may be its own.
 */
export function openCarry({ config, sequelize, emptyJournal, log }: Deps) {
  const closing = new AbortController()
  let carrying: Promise<unknown> = Promise.resolve()
  const carry = contentCarrier({
    sequelize,
    dataDir: config.dataDir,
    place: contentPlace(config),
    files: contentFiles(config),
    emptyJournal,
    log,
  })
  let sweptMs = Number.NEGATIVE_INFINITY
  async function sweep() {
    if (!config.storeUrl || performance.now() - sweptMs < DAY_MS) return
    const store = await openStore(config, config.storeUrl)
    try {
      const removed = await removeErasedLeftovers(sequelize, store)
      sweptMs = performance.now()
      if (removed > 0) log.warn('store.leftovers_removed', { removed })
    } finally {
      await store.close()
    }
  }
  const chore: Chore = {
    name: 'store-carry',
    everyMs: EVERY_MS,
    run() {
      carrying = closing.signal.aborted ? Promise.resolve() : carry(closing.signal)
      return carrying
    },
  }
  return {
    chores: [
      ...(config.storeUrl ? [chore] : []),
      // An hour after the start, and then once a day.
      { name: 'store-leftovers', everyMs: HOUR_MS, byOne: true, run: sweep },
    ],
    async close() {
      closing.abort()
      await carrying.catch(() => {})
    },
  }
}
