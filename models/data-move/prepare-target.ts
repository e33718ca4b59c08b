/**
 * A database that takes rows: its schema as of this version, nothing in it, and a mark by which no
 * server starts on it (database/unfinished-move.ts). One that an earlier attempt has marked is gone
 * on with; anything else that holds a table is not touched.
 */

import type { RowTarget } from '../../core/data-move/ports.ts'
import { AppError } from '../../core/errors.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { markEmptied, markUnfinished, moveState } from '../database/unfinished-move.ts'
import { postgresRows } from './postgres-rows.ts'
import { openSqliteTarget } from './sqlite-rows.ts'

/** @throws {AppError} `database_not_empty` */
export async function prepareTarget(url: string): Promise<RowTarget> {
  const database = await openDatabase({ url })
  try {
    await prepare(database)
  } catch (error) {
    await database.close()
    throw error
  }
  if (database.path === null) return postgresRows(database.sequelize, database.close)
  await database.close()
  return openSqliteTarget(database.path)
}

async function prepare({ sequelize, migrate }: Database): Promise<void> {
  const state = await moveState(sequelize)
  if (state === 'used')
    throw new AppError(
      'conflict',
      'database_not_empty',
      'The database that --to names holds tables already. Nothing was changed. Name a new one: createdb NAME, or sqlite:/a/path/that/is/not/there',
    )
  if (state === 'emptied') return
  if (state === 'empty') await markUnfinished(sequelize)
  await migrate()
  const tables = await sequelize.getQueryInterface().showAllTables()
  await sequelize.transaction(async (transaction) => {
    // What the steps put in refers to nothing.
    for (const table of tables)
      if (table !== 'migrations') await sequelize.query(`DELETE FROM "${table}"`, { transaction })
    await markEmptied(sequelize, transaction)
  })
}
