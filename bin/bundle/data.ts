/**
 * The data folder's part in an upgrade and in the way back (decision 8). Up: what the new program
 * would do to the database is done to a copy first, and the state before is kept. Back: where the
 * older program can go on with the data as they are, nothing is touched; where not, the state from
 * before takes their place and the newer one is kept aside. Nothing runs meanwhile.
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { administrator } from '../../cli/administrator.ts'
import type { StepBack, StepUp } from '../../cli/bundle-deps.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { BundleManifest } from '../../core/bundle/manifest.ts'
import { planRollback } from '../../core/bundle/plan-rollback.ts'
import { AppError } from '../../core/errors.ts'
import { keepPending, readLedger, readPending } from '../../models/backup/erasure-ledger.ts'
import { folderUsers } from '../../models/backup/folder-users.ts'
import { noteRestored } from '../../models/backup/note-restored.ts'
import {
  inspectSnapshot,
  snapshotDatabase,
  wipe,
  workFolder,
} from '../../models/backup/snapshot.ts'
import { openDatabase } from '../../models/database/database.ts'
import { keepEarlierState } from '../../models/earlier-state.ts'
import { openKeyring } from '../../models/master-key/keyring.ts'
import { masterKeyAccess } from '../master-key-access.ts'
import type { Platform } from '../platform.ts'
import { counts, madeSince, sqlitePath, steps } from './database-facts.ts'
import {
  DATABASE,
  digest,
  FACTS,
  findKept,
  forget,
  keepFacts,
  keptStates,
  leaveSetAside,
  letGo,
  SET_ASIDE,
  UNFINISHED,
  upgradesShelf,
  WITH_IT,
} from './kept.ts'

interface Deps {
  config: Config
  platform: Pick<Platform, 'now' | 'newId' | 'version'>
}

/**
 * Before the switch, by the new program. Leaves the data as they are.
 * @throws {AppError} `server_running`, `upgrade_rehearsal_failed`, and what opening the keys throws
 */
export async function stepUp(deps: Deps, from: string, to: string): Promise<StepUp> {
  await refuseIfInUse(deps.config.dataDir)
  return keepState(deps, from, to)
}

/** As `stepUp`, for who knows that nobody works there. */
export async function keepState(deps: Deps, from: string, to: string): Promise<StepUp> {
  const { config, platform } = deps
  const path = sqlitePath(config)
  if (path === null) return { kind: 'external', pending: [], kept: null }
  if (!existsSync(path)) return { kind: 'none', pending: [], kept: null }
  const { applied, pending } = await steps(config)
  const shelf = upgradesShelf(config.dataDir)
  await mkdir(shelf, { recursive: true, mode: 0o700 })
  await leaveSetAside(shelf)
  if (pending.length === 0) return { kind: 'sqlite', pending, kept: null }

  const at = platform.now().toISOString()
  const part = join(shelf, `.${at.replace(/\W/g, '')}.part`)
  await mkdir(part, { mode: 0o700 })
  await snapshotDatabase(path, join(part, DATABASE))
  await inspectSnapshot(join(part, DATABASE))
  for (const name of WITH_IT)
    if (existsSync(join(config.dataDir, name)))
      await cp(join(config.dataDir, name), join(part, name), { recursive: true })
  await rehearse(deps, join(part, DATABASE))
  const sha256 = await digest(join(part, DATABASE))
  // To the millisecond: a way back and the next upgrade may fall into one second.
  const kept = join(shelf, at.replace(/[-:.]/g, ''))
  await keepFacts(join(part, FACTS), {
    from,
    to,
    at,
    applied,
    sha256,
    counts: await counts(`sqlite:${path}`),
    certificates: (await certificatesOf(config.dataDir)).certificates.map(
      ({ certificateId }) => certificateId,
    ),
  })
  await syncAll(part)
  await rename(part, kept)
  await sync(shelf)
  return { kind: 'sqlite', pending, kept }
}

/**
 * By the newer program, whose database it is. `dryRun` tells and touches nothing.
 * @throws {AppError} `server_running`, `rollback_no_state` when an older state is needed and none
 * was kept
 */
export async function stepBack(
  deps: Deps,
  target: Pick<BundleManifest, 'id' | 'version' | 'migrations'>,
  dryRun: boolean,
): Promise<StepBack> {
  const { config, platform } = deps
  const path = sqlitePath(config)
  const to = target.id
  if (path === null || !existsSync(path)) return { kind: 'keep', to, newer: [] }
  await refuseIfInUse(config.dataDir)
  const shelf = upgradesShelf(config.dataDir)
  const { applied, additive } = await steps(config)
  const unfinished = join(shelf, UNFINISHED)
  const plan = planRollback({ applied, known: target.migrations, additive })
  if (plan.kind === 'keep' && !existsSync(unfinished)) return { ...plan, to }

  const found = await findKept(shelf, target, additive)
  if (!found)
    throw new AppError(
      'conflict',
      'rollback_no_state',
      `Version ${target.version} cannot read the database as it is now, and no state from before was kept. Restore a backup of that version: svcctl backup restore`,
    )
  const { folder, facts } = found
  const since = await madeSince(path, facts)
  const { certificates, damaged } = await certificatesOf(config.dataDir)
  const again = certificates.filter((one) => !facts.certificates.includes(one.certificateId))
  const aside = join(folder, SET_ASIDE)
  if (!dryRun) {
    await writeFile(unfinished, '', { mode: 0o600 })
    await sync(shelf)
    await setAside(config.dataDir, path, aside)
    await putBack(config.dataDir, path, folder)
    const waiting = ((await readPending(config.dataDir)) ?? []).filter(
      (one) => !again.some(({ certificateId }) => certificateId === one.certificateId),
    )
    await keepPending(config.dataDir, [...waiting, ...again])
    await keepEarlierState(config.dataDir, platform.now())
    await noteRestored(dataFolder(config.dataDir).audit, {
      id: platform.newId(),
      at: platform.now(),
      by: administrator(),
      manifest: {
        format: 1,
        createdAt: facts.at,
        version: facts.from,
        parts: [],
        models: [],
        database: { schema: null, masterKey: null },
      },
      erasures: again.length,
    })
    await rm(unfinished, { force: true })
    await sync(shelf)
    await letGo(folder)
  }
  const erased = again.reduce((sum, { consultations }) => sum + consultations.length, 0)
  return { kind: 'restore', to, newer: plan.newer, at: facts.at, since, erased, damaged, aside }
}

/**
 * The states that upgrades kept are overwritten and removed: there is no way back across steps that
 * do more than add from then on.
 * @returns what was there, below the data folder
 * @throws {AppError} `rollback_unfinished`: one of them is needed to finish it
 */
export async function forgetKept(config: Config): Promise<string[]> {
  const shelf = upgradesShelf(config.dataDir)
  if (existsSync(join(shelf, UNFINISHED)))
    throw new AppError(
      'conflict',
      'rollback_unfinished',
      'A rollback broke off and needs the state that was kept. Finish it first: install.sh --rollback',
    )
  const found = await keptStates(config.dataDir)
  if (found.length > 0) await forget(shelf)
  return found
}

/** Everything that the new program does to a database when it starts, done to a copy. */
async function rehearse({ config, platform }: Deps, snapshot: string): Promise<void> {
  const { backups, keys } = dataFolder(config.dataDir)
  const work = await workFolder(backups)
  const path = join(work, DATABASE)
  try {
    await snapshotDatabase(snapshot, path)
    const database = await openDatabase({ url: `sqlite:${path}` })
    try {
      const { sequelize } = database
      const access = masterKeyAccess(config)
      const sealer = await openKeyring({ sequelize, keysDir: keys, access })
      await database.migrate({ sealer })
    } finally {
      await database.close()
    }
    await inspectSnapshot(path)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError(
      'rejected',
      'upgrade_rehearsal_failed',
      `Version ${platform.version} could not bring a copy of the database up to date. The database itself was not touched.`,
      { cause },
    )
  } finally {
    await wipe(work)
  }
}

/**
 * The folder of certificates is not put back: what was erased since is named there, and its keys
 * come back with the older state.
 */
function certificatesOf(dataDir: string) {
  return readLedger(dataFolder(dataDir).certificates)
}

/**
 * A copy, proven: what is there stays until it is replaced. A run that was interrupted begins here
 * again.
 */
async function setAside(dataDir: string, path: string, aside: string): Promise<void> {
  if (existsSync(join(aside, FACTS))) return
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  await snapshotDatabase(path, join(aside, DATABASE))
  await inspectSnapshot(join(aside, DATABASE))
  for (const name of WITH_IT)
    if (existsSync(join(dataDir, name)))
      await cp(join(dataDir, name), join(aside, name), { recursive: true })
  await writeFile(join(aside, FACTS), '{}', { mode: 0o600 })
  await syncAll(aside)
}

async function putBack(dataDir: string, path: string, folder: string): Promise<void> {
  const next = `${path}.new`
  await cp(join(folder, DATABASE), next)
  await sync(next)
  // Whatever is in its log is in the copy aside, and would not fit the older database.
  for (const ending of ['-wal', '-shm']) await rm(`${path}${ending}`, { force: true })
  await rename(next, path)
  await rm(join(dataDir, 'audit'), { recursive: true, force: true })
  for (const name of WITH_IT)
    if (existsSync(join(folder, name)))
      await cp(join(folder, name), join(dataDir, name), { recursive: true })
  await syncAll(dataDir, WITH_IT)
}

export async function refuseIfInUse(dataDir: string): Promise<void> {
  const users = await folderUsers(dataDir)
  if (users.length === 0) return
  throw new AppError(
    'busy',
    'server_running',
    `Another program works in ${dataDir} (process ${users.join(', ')}). Stop it first.`,
  )
}

/** Files and folders, to the disk. @param only these names of it */
async function syncAll(folder: string, only?: readonly string[]): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (only && !only.includes(entry.name)) continue
    if (entry.isDirectory()) await syncAll(join(folder, entry.name))
    else if (entry.isFile()) await sync(join(folder, entry.name))
  }
  await sync(folder)
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
