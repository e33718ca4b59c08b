import type { Sequelize } from 'sequelize'
import type { Log } from '../../core/log.ts'
import { contentCarrier } from '../../models/carry/carry-content.ts'
import { contentFiles, contentPlace, type StoreConfig } from '../content-files.ts'
import type { Chore } from '../upkeep.ts'

interface Deps {
  config: StoreConfig
  sequelize: Sequelize
  emptyJournal(): Promise<void>
  log: Log
}

const EVERY_MS = 2000

/**
 * What has ended goes from the data folder into the store, where one is configured. Each server
 * does it: the folder may be its own.
 */
export function composeCarry({ config, sequelize, emptyJournal, log }: Deps) {
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
  const chore: Chore = {
    name: 'store-carry',
    everyMs: EVERY_MS,
    run() {
      carrying = closing.signal.aborted ? Promise.resolve() : carry(closing.signal)
      return carrying
    },
  }
  return {
    chores: config.storeUrl ? [chore] : [],
    async close() {
      closing.abort()
      await carrying.catch(() => {})
    },
  }
}
