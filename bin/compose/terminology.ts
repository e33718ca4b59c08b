import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Sequelize } from 'sequelize'
import { starterTables } from '../../config/terminology.ts'
import { type TableFiles, tableImport } from '../../core/terminology/import/import-tables.ts'
import { type StarterTable, terminology } from '../../core/terminology/terminology.ts'
import { terminologyStore } from '../../models/terminology/terminology.ts'

/**
 * The tables of codes: imported ones from the database, else the common codes that come with the
 * product.
 */
export function composeTerminology(sequelize: Sequelize) {
  return terminology({
    store: terminologyStore(sequelize),
    starters: starters(),
    pause: () => setImmediate(),
  })
}

/** What `svcctl terminology import` works with. */
export function composeTableImport(sequelize: Sequelize, files: TableFiles, now: () => Date) {
  return tableImport({
    store: terminologyStore(sequelize),
    files,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    now,
  })
}

export function starters(): StarterTable[] {
  return starterTables().map(({ system, version, concepts }) => ({
    system,
    version,
    terms: Object.entries(concepts)
      .map(([code, display]) => ({ code, display, also: null }))
      .sort((a, b) => (a.code < b.code ? -1 : 1)),
  }))
}
