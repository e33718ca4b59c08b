/** A backup restored into a folder of its own, opened and removed: the parts of a drill. */
import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { BackupAdmin } from '../../cli/backup-deps.ts'
import { bytes } from '../../cli/format.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import { type DrillBackup, type DrillRequest, drillBackup } from '../../core/backup/drill.ts'
import type { RecordBackup } from '../../core/backup/ports.ts'
import { quoted } from '../../core/doctor/quoted.ts'
import { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { examineAudit } from '../../models/audit/audit.ts'
import { backupMemory } from '../../models/backup/backup-shelf.ts'
import { wipe, workFolder } from '../../models/backup/snapshot.ts'
import { emptyDatabase, needEmptyDatabase } from '../../models/backup/trial-database.ts'
import { openDatabase } from '../../models/database/database.ts'
import { fileContents } from '../../models/file/contents.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { verifyContent } from '../../models/vault/verify-content.ts'
import { sampleVisits } from '../../models/visit/list-visits.ts'
import { counts } from '../bundle/database-facts.ts'
import { reserveSizes } from '../disk-reserve.ts'
import { lastDrillPath } from '../last-drill.ts'
import type { Platform } from '../platform.ts'
import { hasDatabase } from '../record-act.ts'
import { openAccess } from './access.ts'

/** Visits of each kind (models/visit/list-visits.ts): minutes for sound of hours. */
const SAMPLE = 50
/** The log of the database while it is open, and what its steps rewrite. */
const BESIDE_BYTES = 64 << 20

interface Deps {
  config: Config
  platform: Platform
  signal: AbortSignal
  /** Into the folder that these settings name. */
  restoreInto(config: Config): BackupAdmin['restore']
  record: RecordBackup
}

export function composeDrill({ config, platform, signal, restoreInto, record }: Deps): DrillBackup {
  /** This installation's settings, and nothing of its data. */
  const copyConfig = (folder: string, { database }: Pick<DrillRequest, 'database'>): Config => ({
    ...config,
    dataDir: folder,
    databaseUrl: database ?? `sqlite:${join(folder, 'svc.sqlite')}`,
    storeUrl: null,
    nodeDir: null,
    backupFolder: dataFolder(folder).backups,
    backupEveryH: 0,
  })

  return drillBackup({
    async makeFolder({ path, within, database }) {
      if (database === null && config.databaseUrl.startsWith('postgres')) throw needsDatabase()
      if (database !== null) await needEmptyDatabase(database)
      const parent = await parentOf(config, within)
      await needRoom(parent, path, config)
      const work = await workFolder(parent)
      return {
        folder: join(work, 'copy'),
        async remove() {
          // What opens or is in the clear is overwritten; the rest is sealed, and may be large.
          for (const name of [
            'keys',
            'svc.sqlite',
            'svc.sqlite-wal',
            'database.rows',
            '.restoring',
          ])
            await wipe(join(work, 'copy', name))
          await rm(work, { recursive: true, force: true })
          if (database !== null) await emptyDatabase(database)
        },
      }
    },

    async restore(folder, { path, passphrase, database }, onProgress) {
      const {
        erasures,
        held: _held,
        ...manifest
      } = await restoreInto(copyConfig(folder, { database }))(path, passphrase, {
        onProgress,
      }).catch((error: unknown) => {
        const code = error instanceof AppError ? error.code : null
        throw code === 'backup_other_database' && database === null ? needsDatabase() : error
      })
      return { manifest, erasedAgain: erasures.again.length }
    },

    count: (folder, request) => counts(copyConfig(folder, request).databaseUrl),

    async open(folder, request) {
      const copy = copyConfig(folder, request)
      const steps = await pendingSteps(copy.databaseUrl)
      const { database, sealer } = await openAccess(copy, platform, silentLog, {
        make: steps.length > 0,
      })
      const { sequelize } = database
      const { now, newId } = platform
      const { audio, files, audit } = dataFolder(folder)
      const vault = consultationVault({ sequelize, sealer, now })
      const verify = verifyContent({
        sequelize,
        vault,
        contents: fileContents(files, vault),
        audioDir: audio,
      })
      const { visits, sample } = await sampleVisits(sequelize, SAMPLE)
      return {
        steps,
        visits,
        verifyContent: (all, onProgress) =>
          verify(all ? null : sample, (done, total) => {
            signal.throwIfAborted()
            onProgress(done / total)
          }),
        async verifyAudit() {
          const examined = await examineAudit({
            sequelize,
            sealer,
            folder: audit,
            sealsFolder: join(audit, 'seals'),
            now,
            newId,
          })
          return examined.verify(() => signal.throwIfAborted())
        },
        [Symbol.asyncDispose]: () => database.close(),
      }
    },

    async note(path, failure) {
      // A drill on a machine without a box of its own leaves no trace there.
      if (!hasDatabase(config)) return
      const memory = backupMemory(lastDrillPath(config.dataDir))
      await memory.write({ at: platform.now(), failure, path: resolve(path) })
    },
    record,
    monotonicMs: () => performance.now(),
  })
}

async function pendingSteps(url: string): Promise<string[]> {
  const database = await openDatabase({ url, toRead: true })
  try {
    return await database.pendingMigrations()
  } finally {
    await database.close()
  }
}

/**
 * As safe as the data folder, where there is one: what is restored lies in the clear for a while.
 */
async function parentOf({ dataDir }: Config, within: string | null): Promise<string> {
  const isInData = within !== null && !relative(dataDir, resolve(within)).startsWith('..')
  if (within !== null && !isInData) return resolve(within)
  // A backup that is made meanwhile leaves that folder out, and no other of the data folder.
  if (existsSync(dataDir)) return dataFolder(dataDir).backups
  throw new AppError(
    'invalid',
    'drill_needs_folder',
    `There is no data folder ${dataDir} to work beside. Name a folder that only you can read: svcctl backup drill FILE --in FOLDER`,
  )
}

/** Room for the copy, and what recordings on the same disk are to find left (`diskReserveMiB`). */
async function needRoom(parent: string, path: string, { diskReserveMiB }: Config): Promise<void> {
  let there = parent
  while (!existsSync(there)) there = dirname(there)
  const sizes = await reserveSizes(there, diskReserveMiB)
  const free = Math.max(0, sizes.free - sizes.reserve)
  const needed = (await stat(path)).size + BESIDE_BYTES
  if (free >= needed) return
  throw new AppError(
    'unavailable',
    'drill_no_room',
    `The copy needs ${bytes(needed)} for a while, and ${parent} has ${bytes(free)} beside what recordings are to find left. Nothing was written. On another disk: svcctl backup drill ${quoted(path)} --in FOLDER`,
  )
}

function needsDatabase(): AppError {
  return new AppError(
    'conflict',
    'drill_needs_database',
    'The backup is of a PostgreSQL. Name a new and empty one, which is emptied again: createdb svc_drill, then svcctl backup drill FILE --empty-database postgres://…/svc_drill',
  )
}
