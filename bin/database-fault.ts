import type { Config } from '../config/settings.ts'
import { openDatabase } from '../models/database/database.ts'
import { refuseOtherSchema } from './compose/access.ts'

/**
 * Why this version cannot work in the database as it is: of another version, or out of reach; null:
 * it can. Nothing is changed.
 */
export async function databaseFault(config: Config): Promise<unknown> {
  try {
    const database = await openDatabase({ url: config.databaseUrl, toRead: true })
    try {
      await refuseOtherSchema(database, config)
    } finally {
      await database.close()
    }
    return null
  } catch (error) {
    return error
  }
}
