import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import { accessUseCases } from '../core/access/use-cases.ts'
import type { Log } from '../core/log.ts'
import { openDatabase } from '../models/database.ts'
import { accessStore } from '../models/repositories/access-store.ts'
import { secrets } from '../models/secrets.ts'
import { tokenCodec } from '../models/token-codec.ts'
import { openMasterKey } from '../models/vault.ts'
import type { Platform } from './platform.ts'

/**
 * The database, brought up to date, the master key, and who may do what: all that `svcctl` needs for organizations,
 * users and keys, and the ground of the whole service. The caller closes the database.
 */
export async function openAccess(config: Config, platform: Platform, log: Log) {
  const sealer = await openMasterKey(dataFolder(config.dataDir).keys)
  const database = await openDatabase({ url: config.databaseUrl })
  try {
    const applied = await database.migrate()
    if (applied.length > 0) log.info('database.migrated', { applied })
  } catch (error) {
    await database.close()
    throw error
  }
  const access = accessUseCases({
    store: accessStore(database.sequelize),
    secrets,
    codec: tokenCodec(),
    sealer,
    now: platform.now,
    newId: platform.newId,
    log,
    publicUrl: config.publicUrl,
    tokenPolicy: {
      sessionDefaultS: config.sessionTokenDefaultS,
      sessionMaxS: config.sessionTokenMaxS,
    },
  })
  return { database, sealer, access }
}
