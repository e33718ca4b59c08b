import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { QueryTypes } from 'sequelize'
import { dataFolder, ownFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditFacts } from '../../core/doctor/check.ts'
import { isAppError } from '../../core/errors.ts'
import { examineAudit } from '../../models/audit/audit.ts'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { openKeyring } from '../../models/master-key/keyring.ts'
import { keysFolder } from '../keys-folder.ts'
import { masterKeyAccess } from '../master-key-access.ts'
import type { Platform } from '../platform.ts'

/**
 * Entries that are looked at: a busy hospital writes as many in some seconds, and reading them
 * takes milliseconds.
 */
const NEWEST = 500

/**
 * The newest part of the audit as `svcctl doctor` looks at it; null where there is none yet.
 * Nothing is made and nobody is asked.
 */
export async function auditFacts(config: Config, platform: Platform): Promise<AuditFacts | null> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl.startsWith('sqlite:') && !existsSync(databaseUrl.slice('sqlite:'.length)))
    return null
  let database: Database | undefined
  try {
    database = await openDatabase({ url: databaseUrl, toRead: true })
    const { sequelize } = database
    if (!(await hasBegun(database))) return null
    const { audit } = dataFolder(dataDir)
    const access = { ...masterKeyAccess(config), askPassphrase: null }
    const sealer = await openKeyring({ sequelize, keysDir: keysFolder(config), access }).catch(
      (error) => {
        if (isAppError(error)) return null
        throw error
      },
    )
    if (!sealer) return { failure: 'master_key_closed' }
    const examination = await examineAudit({
      sequelize,
      sealer,
      folder: dataFolder(ownFolder(config)).audit,
      sealsFolder: join(audit, 'seals'),
      now: platform.now,
      newId: platform.newId,
    })
    return { failure: null, ...(await examination.verifyTail(NEWEST)) }
  } catch (error) {
    return { failure: isAppError(error) ? error.code : 'it does not open' }
  } finally {
    await database?.close()
  }
}

async function hasBegun({ sequelize, pendingMigrations }: Database): Promise<boolean> {
  if ((await pendingMigrations()).includes('0019-audit')) return false
  const rows = await sequelize.query('SELECT sequence FROM audit_entries LIMIT 1', {
    type: QueryTypes.SELECT,
  })
  return rows.length > 0
}
