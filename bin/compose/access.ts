import type { Config } from '../../config/settings.ts'
import { monotonicNow } from '../../core/access/monotonic-now.ts'
import { accessUseCases } from '../../core/access/use-cases.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { accessStore } from '../../models/access/access-store.ts'
import { proofs } from '../../models/access/proofs.ts'
import { secrets } from '../../models/access/secrets.ts'
import { tokenCodec } from '../../models/access/token-codec.ts'
import { isHalfRestored } from '../../models/backup/restore.ts'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { MOVE_UNFINISHED } from '../../models/database/unfinished-move.ts'
import { adoptMasterKey, openKeyring } from '../../models/master-key/keyring.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { contentFiles } from '../content-files.ts'
import { keysFolder } from '../keys-folder.ts'
import { masterKeyAccess } from '../master-key-access.ts'
import type { Platform } from '../platform.ts'
import {
  needFolder,
  notPrepared,
  refuseOtherDatabase,
  restoreUnfinished,
} from '../prepared-folder.ts'
import { repeatErasures } from '../repeat-erasures.ts'

interface Options {
  /** Make what is missing, and take the steps of the schema that are; else only what fits. */
  make?: boolean
  /** Before the steps that a database with something in it has yet to take. */
  beforeSteps?: () => Promise<void>
}

/**
 * The database, the master key, and who may do what: all that `svcctl` needs for organizations,
 * users and keys, and the ground of the whole service. The caller closes the database.
 * @throws {AppError} `restore_unfinished`, `database_newer`, without `make` also
 * `data_folder_not_prepared`, `database_older`
 */
export async function openAccess(
  config: Config,
  platform: Platform,
  log: Log,
  { make = true, beforeSteps = async () => {} }: Options = {},
) {
  if (isHalfRestored(config.dataDir)) throw restoreUnfinished(config.dataDir)
  if (!make) await needFolder(config, 'database')
  const database = await openDatabase({ url: config.databaseUrl, toRead: !make })
  const sealer = await openKeys(database, {
    config,
    platform,
    log,
    make,
    beforeSteps,
  }).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const access = accessUseCases({
    store: accessStore(database.sequelize),
    secrets,
    codec: tokenCodec(),
    proofs,
    sealer,
    now: monotonicNow(platform),
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

/**
 * For whoever works in the database as it is, and changes no schema. @throws {AppError}
 * `data_folder_not_prepared`, `database_newer`, `database_older`, `move_unfinished`
 */
export async function refuseOtherSchema(database: Database, config: Config): Promise<void> {
  await refuseEmpty(database, config)
  refuseNewer(await database.foreignMigrations())
  refuseOlder(config, await database.pendingMigrations())
}

/**
 * Made and never filled: an `init` broke off at its very beginning, or PostgreSQL's is another one
 * than was meant.
 */
async function refuseEmpty({ appliedMigrations }: Database, config: Config): Promise<void> {
  if ((await appliedMigrations()).length === 0) throw notPrepared(config)
}

interface Opening extends Required<Options> {
  config: Config
  platform: Platform
  log: Log
}

/**
 * The master key that this database was sealed with, and the schema as of today: the one needs the
 * other.
 */
async function openKeys(database: Database, { config, platform, log, make, beforeSteps }: Opening) {
  const { now } = platform
  if (make) refuseNewer(await database.foreignMigrations())
  else await refuseOtherSchema(database, config)
  const pending = make ? await database.pendingMigrations() : []
  if (pending.length > 0) {
    if ((await database.appliedMigrations()).length > 0) await beforeSteps()
    else refuseOtherDatabase(config)
  }
  const { sequelize } = database
  const keysDir = keysFolder(config)
  const sealer = await openKeyring({ sequelize, keysDir, access: masterKeyAccess(config) })
  const applied = pending.length > 0 ? await database.migrate({ sealer }) : []
  if (applied.length > 0) log.info('database.migrated', { applied })
  await consultationVault({ sequelize, sealer, now }).verify()
  await adoptMasterKey(sequelize, sealer, now)
  const disk = contentFiles(config)
  await repeatErasures({ dataDir: config.dataDir, disk, sequelize, sealer, now, log })
  return sealer
}

/**
 * An older program would read and write what it does not understand. Steps of which the newer one
 * said that they only add leave what this one reads as it was: it goes on, which is what a rollback
 * of the bundle rests on. @throws {AppError} `database_newer`,
 * `move_unfinished`
 */
export function refuseNewer(foreign: readonly string[]): void {
  if (foreign.length === 0) return
  if (foreign.includes(MOVE_UNFINISHED)) throw moveUnfinished()
  throw new AppError(
    'conflict',
    'database_newer',
    `A newer version has changed this database (${foreign.join(', ')}). Start that version again, or restore a backup from before it.`,
  )
}

function moveUnfinished(): AppError {
  return new AppError(
    'unavailable',
    'move_unfinished',
    'A move into this database has not come to its end. Run the same svcctl data move again; until then the installation that it comes from is the one to start.',
  )
}

/** A listing changes no schema: a server of the earlier version may be at work beside it. */
function refuseOlder({ dataDir, databaseUrl }: Config, pending: readonly string[]): void {
  const [first] = pending
  if (first === undefined) return
  const steps = pending.length === 1 ? 'one step is' : `${pending.length} steps are`
  const where = databaseUrl.startsWith('sqlite:') ? dataDir : 'databaseUrl'
  throw new AppError(
    'conflict',
    'database_older',
    `The database of ${where} is of an earlier version: ${steps} missing, from ${first} on. Nothing was changed. Take them, after a copy: svcctl upgrade. The next start of this version does so too.`,
  )
}
