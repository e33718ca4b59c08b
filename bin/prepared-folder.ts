/**
 * Whether there is a data folder to work in. `init`, a start and a restore make one; every other
 * command works in what is there: a mistyped or forgotten name would otherwise become a second,
 * empty box that looks like the first one with everything gone.
 */
import { accessSync, constants, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { administrator } from '../cli/administrator.ts'
import type { FolderNeed } from '../cli/folder-need.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import { quoted } from '../core/doctor/quoted.ts'
import { AppError } from '../core/errors.ts'

type Folder = Pick<Config, 'dataDir' | 'databaseUrl'>

/** `database`: with its database, as anybody. */
type Need = FolderNeed | 'database'

/**
 * @param named by what the folder was named, in words: `--data-dir`, `SVC_DATA_DIR`; null: nobody
 * knows
 * @throws {AppError} `data_folder_missing`, `data_folder_not_prepared`, `data_folder_foreign`,
 * `database_lost`, `restore_unfinished`
 */
export async function needFolder(
  config: Folder,
  need: Need,
  named: string | null = null,
): Promise<void> {
  const { dataDir } = config
  if (need === 'room') return needRoom(dataDir)
  if (need === 'own-room') {
    needRoom(dataDir)
    refuseRoot(dataDir, look(dataDir)?.uid ?? 0)
    return refuseLostDatabase(config)
  }
  const folder = look(dataDir)
  if (need === 'own') {
    const path = databaseFile(config)
    refuseRoot(dataDir, folder?.uid || (path && look(path)?.uid) || 0)
    return
  }
  if (!folder)
    throw new AppError(
      'not-found',
      'data_folder_missing',
      `There is no data folder ${dataDir}${by(named)}. Name the right one with --data-dir, or prepare this one: svcctl init`,
    )
  if (!folder.isDirectory())
    throw new AppError(
      'not-found',
      'data_folder_missing',
      `${dataDir}${by(named)} is a file, not a folder. Name the data folder with --data-dir.`,
    )
  refuseLocked(dataDir)
  if (need === 'folder') return refuseRoot(dataDir, folder.uid)
  const path = databaseFile(config)
  if (path === null) return
  const database = look(path)
  if (!database || database.size === 0) {
    const { isHalfRestored } = await import('../models/backup/restore.ts')
    throw isHalfRestored(dataDir) ? restoreUnfinished(dataDir) : notPrepared(config, named)
  }
  if (need === 'prepared') refuseRoot(dataDir, database.uid)
}

/** What root makes here, its service could not read. */
function refuseRoot(dataDir: string, uid: number): void {
  if (process.geteuid?.() === 0 && uid !== 0) throw foreign(dataDir, uid)
}

export function restoreUnfinished(dataDir: string): AppError {
  return new AppError(
    'unavailable',
    'restore_unfinished',
    `A restore into ${dataDir} broke off. Run the same svcctl backup restore again.`,
  )
}

/** @param named as for `needFolder` */
export function notPrepared(config: Folder, named: string | null = null): AppError {
  const { keys } = dataFolder(config.dataDir)
  const lost =
    look(keys) && databaseFile(config) !== null
      ? ' Its keys are there and its database is not: if that was lost, move the folder aside and restore a backup: svcctl backup restore FILE'
      : ''
  return new AppError(
    'not-found',
    'data_folder_not_prepared',
    `Nothing is prepared in ${config.dataDir}${by(named)} yet. Prepare it: svcctl init${lost && `\n${lost.trim()}`}`,
  )
}

/** Whether this start makes an installation: where one was meant, its disk is not mounted. */
export function isNewInstallation(config: Folder): boolean {
  const path = databaseFile(config)
  return path !== null && (look(path)?.size ?? 0) === 0
}

/**
 * What a start may make anew is an empty folder. One that holds keys, sound or the memory of an
 * audit had a database: where that is gone its disk is not mounted, or it was lost, and an empty
 * installation in its place would look ready.
 * @throws {AppError} `database_lost`
 */
export function refuseLostDatabase(config: Folder): void {
  if (!isNewInstallation(config)) return
  const folder = dataFolder(config.dataDir)
  const left = [folder.keys, folder.audio, folder.files, folder.audit].filter(hasFiles)
  if (left.length === 0) return
  throw new AppError(
    'unavailable',
    'database_lost',
    `There is no database ${databaseFile(config)}, but ${left.join(', ')} hold what belongs to one. Is the disk of the data folder mounted? If the database is lost, move the folder aside and restore a backup: svcctl backup restore FILE`,
  )
}

/**
 * The same of a database without tables: a file of which nothing is left, or a PostgreSQL that is
 * another one than was meant. Keys alone say nothing: they are made before the first table.
 * @throws {AppError} `database_lost`
 */
export function refuseOtherDatabase(config: Folder): void {
  const { audio, files, audit } = dataFolder(config.dataDir)
  const head = join(audit, 'head.json')
  const left = [...[audio, files].filter(hasFiles), ...(look(head) ? [head] : [])]
  if (left.length === 0) return
  throw new AppError(
    'unavailable',
    'database_lost',
    `The database ${databaseFile(config) ?? 'that databaseUrl names'} has no tables, but ${left.join(', ')} belong to one. Is it the right one (svcctl config show databaseUrl)? If the right one is lost, move the folder aside and restore a backup: svcctl backup restore FILE`,
  )
}

/**
 * A start makes the folders that are missing; a file in the place of one is somebody's mistake, and
 * is not touched.
 * @throws {AppError} `data_folder_damaged`
 */
export function refuseFilesForFolders({ dataDir }: Pick<Folder, 'dataDir'>): void {
  const { keys, audio, files, audit } = dataFolder(dataDir)
  const path = [keys, audio, files, audit].find((one) => look(one)?.isDirectory() === false)
  if (path === undefined) return
  throw new AppError(
    'unavailable',
    'data_folder_damaged',
    `${path} is a file where a folder belongs. Look at what it is, move it away, and restore the folder from a backup if it had been there: svcctl backup restore FILE`,
  )
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

/** An account that may not look into it cannot tell what is there. */
function refuseLocked(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK)
  } catch {
    throw foreign(dataDir, statSync(dataDir).uid)
  }
}

/**
 * Before the first question, rather than after the last: the nearest folder above that is there
 * must take it.
 */
function needRoom(dataDir: string): void {
  const there = look(dataDir)
  if (there && !there.isDirectory())
    throw new AppError(
      'not-found',
      'data_folder_missing',
      `${dataDir} is a file, not a folder. Name another data folder with --data-dir.`,
    )
  accessSync(
    there ? dataDir : nearest(dirname(dataDir)),
    constants.R_OK | constants.W_OK | constants.X_OK,
  )
}

/** The first folder upwards that is there. */
function nearest(path: string): string {
  return look(path) || path === dirname(path) ? path : nearest(dirname(path))
}

function foreign(dataDir: string, uid: number): AppError {
  const owner = accountOf(uid)
  const ask = process.geteuid?.() === 0 ? `runuser -u ${owner} --` : `sudo -u ${owner}`
  return new AppError(
    'forbidden',
    'data_folder_foreign',
    `${dataDir} belongs to the account ${owner}, and this is done as ${administrator()}. Do it as that account: ${ask} svcctl … (with --data-dir ${quoted(dataDir)})`,
  )
}

function accountOf(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.split(':')[2] === String(uid))
    if (line) return line.slice(0, line.indexOf(':'))
  } catch {
    // Accounts may come from elsewhere.
  }
  return `#${uid}`
}

function by(named: string | null): string {
  return named === null ? '' : ` (${named})`
}

function databaseFile({ databaseUrl }: Folder): string | null {
  return databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null
}

/** What the system refuses, it says in its own words (cli/report-error.ts). */
function look(path: string): Stats | null {
  try {
    return statSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
