import type { Config } from '../config/settings.ts'
import type { NodeFacts } from '../core/node/node-facts.ts'
import { openDatabase } from '../models/database/database.ts'
import { listNodes } from '../models/node/nodes.ts'

/** Of several servers on one database, asked of it; null: one serves, or it does not answer. */
export async function listServers(config: Config): Promise<NodeFacts[] | null> {
  if (!config.nodeDir || config.databaseUrl.startsWith('sqlite:')) return null
  try {
    const database = await openDatabase({ url: config.databaseUrl, toRead: true })
    try {
      return await listNodes(database.sequelize, null)
    } finally {
      await database.close()
    }
  } catch {
    return null
  }
}
