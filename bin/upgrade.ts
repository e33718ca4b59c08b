/**
 * Bringing the database of an earlier version up to date: at a start, or by `svcctl upgrade`. What
 * the steps would do is done to a copy first, and the state from before is kept, as a bundle does
 * it (bin/bundle/data.ts). PostgreSQL is backed up by whoever runs it.
 */
import type { StepBack } from '../cli/bundle-deps.ts'
import type { UpgradeAdmin, Upgraded, UpgradePlan } from '../cli/subject-deps.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { openDatabase } from '../models/database/database.ts'
import { takeFolderLock } from '../models/database/folder-lock.ts'
import { servingNodes } from '../models/database/serving-lock.ts'
import { keepState, refuseIfInUse, stepBack } from './bundle/data.ts'
import { counts, keptForThis, sqlitePath, steps } from './bundle/database-facts.ts'
import { newestKept, upgradesShelf } from './bundle/kept.ts'
import { openAccess, refuseNewer } from './compose/access.ts'
import type { Platform } from './platform.ts'

/** Nobody wrote down which one it was. */
const EARLIER = 'before this one'

interface Place {
  config: Config
  platform: Platform
}

/**
 * For a start, which holds the folder's lock. What an installer has kept a moment ago is not kept
 * twice.
 */
export async function keepBeforeSteps(place: Place, log: Log): Promise<void> {
  if (await keptForThis(place.config)) return
  const { kept, pending } = await keepState(place, EARLIER, place.platform.version)
  if (kept !== null) log.info('database.kept', { kept, steps: pending.length })
}

/** Servers that share the database now. */
async function serving({ databaseUrl }: Config): Promise<UpgradePlan['serving']> {
  if (!databaseUrl.startsWith('postgres')) return []
  const { sequelize, close } = await openDatabase({ url: databaseUrl, toRead: true })
  try {
    return await servingNodes(sequelize)
  } finally {
    await close()
  }
}

export function upgradeAdmin(place: Place, log: Log): UpgradeAdmin {
  const { config, platform } = place

  async function plan(): Promise<UpgradePlan> {
    const { pending, applied, foreign } = await steps(config)
    refuseNewer(foreign)
    const path = sqlitePath(config)
    const rows = path === null ? {} : await counts(`sqlite:${path}`)
    const kind = path === null ? 'external' : 'sqlite'
    return { kind, pending, taken: applied.length, rows, serving: await serving(config) }
  }

  return {
    plan,
    async take(): Promise<Upgraded> {
      // Servers that share a PostgreSQL may go on: the database itself knows which steps they bear.
      const lock = config.nodeDir ? null : await takeFolderLock(config.dataDir)
      try {
        // A server of an earlier version holds no lock.
        if (lock) await refuseIfInUse(config.dataDir)
        const { pending } = await plan()
        let kept: string | null = null
        const beforeSteps = async () => {
          kept = (await keepState(place, EARLIER, platform.version)).kept
        }
        const { database } = await openAccess(config, platform, log, { beforeSteps })
        await database.close()
        return { taken: pending, kept }
      } finally {
        await lock?.close()
      }
    },
    async back(dryRun: boolean): Promise<StepBack> {
      const last = await newestKept(upgradesShelf(config.dataDir))
      if (!last)
        throw new AppError(
          'not-found',
          'upgrade_not_kept',
          `No upgrade of ${config.dataDir} has kept a state to go back to. A backup from before it: svcctl backup list`,
        )
      const { from, applied } = last
      const lock = await takeFolderLock(config.dataDir)
      try {
        return await stepBack(place, { id: from, version: from, migrations: applied }, dryRun)
      } finally {
        await lock.close()
      }
    },
  }
}
