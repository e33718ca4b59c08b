/**
 * What every subject rests on: the data folder, the database with the key that it is sealed with,
 * and who else serves from it.
 */
import type { Registry } from 'prom-client'
import { ownFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import type { Log } from '../../core/log.ts'
import { takeFolderLock } from '../../models/database/folder-lock.ts'
import { databaseReadiness } from '../../models/database/readiness.ts'
import { takeServingLock } from '../../models/database/serving-lock.ts'
import { outgoingHold } from '../../models/outgoing-hold.ts'
import { blindIndex } from '../../models/vault/blind-index.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { bringsData, takeFromBundle } from '../carried-folder.ts'
import { openDiskReserve } from '../disk-reserve.ts'
import { renewServingLock } from '../external-change-chores.ts'
import type { Platform } from '../platform.ts'
import { isNewInstallation, refuseFilesForFolders, refuseLostDatabase } from '../prepared-folder.ts'
import { keepBeforeSteps } from '../upgrade.ts'
import { openAccess, refuseNewer } from './access.ts'
import { lookForDamage } from './look-for-damage.ts'
import { openNodes } from './nodes.ts'
import type { SubjectList } from './subject.ts'

const DAY_MS = 24 * 3_600_000

interface Deps {
  config: Config
  platform: Platform
  log: Log
  metrics: Registry
}

export type Ground = Awaited<ReturnType<typeof openGround>>

/** What it opened is in the list, also where opening the rest failed. */
export async function openGround({ config, platform, log, metrics }: Deps, subjects: SubjectList) {
  const { now, newId } = platform
  const openedAt = now()
  const reserve = await openDiskReserve(config, log)
  subjects.add('folder-lock', await takeFolderLock(ownFolder(config)))
  refuseFilesForFolders(config)
  refuseLostDatabase(config)
  if (!config.demo && isNewInstallation(config))
    log.warn('installation.made_new', { dataDir: config.dataDir })
  const beforeSteps = () => keepBeforeSteps({ config, platform }, log)
  const { database, sealer, access } = await openAccess(config, platform, log, { beforeSteps })
  const { sequelize } = database
  subjects.add('database', { readiness: databaseReadiness(database), close: database.close })
  subjects.add('damage-look', { close: await lookForDamage(database, log) })
  const nodes = subjects.add('nodes', await openNodes({ config, platform, sequelize, log }))
  // A newer one may have changed the schema before others could see this one.
  if (nodes.leases) refuseNewer(await database.foreignMigrations())
  const serving = nodes.leases ? null : await takeServingLock(sequelize)
  if (serving)
    subjects.add('serving-lock', {
      chores: [renewServingLock(serving, log)],
      close: serving.close,
    })
  await takeIn(config, platform, log)
  const { writeLastUsed } = access
  subjects.add('last-used', {
    chores: [
      { name: 'master-key', everyMs: 2000, run: () => sealer.refresh() },
      reserve.chore,
      { name: 'last-used', everyMs: 30_000, run: writeLastUsed },
      { name: 'signing-keys', everyMs: DAY_MS, byOne: true, run: () => access.pruneSigningKeys() },
    ],
    close: writeLastUsed,
  })
  const findHold = outgoingHold(config.dataDir)
  subjects.add('outgoing', {
    start() {
      const hold = findHold()
      if (hold) log.warn('outgoing.held', { since: hold.since, because: hold.because })
    },
  })

  return {
    config,
    platform,
    log,
    metrics,
    now,
    newId,
    openedAt,
    reserve,
    requireRoom: reserve.requireRoom,
    sequelize,
    sealer,
    vault: consultationVault({ sequelize, sealer, now }),
    index: blindIndex({ sequelize, sealer, now }),
    access,
    nodes,
    leases: nodes.leases,
    /** Under which name this server takes work. */
    holder: nodes.holder,
    counts: nodes.counts,
    findHold,
    gate: computeGate(),
  }
}

/**
 * What a bundle brought for the database. Without it everything works: a start does not fail for
 * it.
 */
async function takeIn(config: Config, platform: Platform, log: Log): Promise<void> {
  if (!bringsData(config)) return
  await takeFromBundle(config, platform).catch((err) => log.error('bundle.not_taken_in', { err }))
}
