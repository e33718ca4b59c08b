/**
 * `svcctl data move`: everything of a stopped installation into another database, and another
 * folder where one is named. The order is what makes it safe: the target is marked before it holds
 * anything, files come before the rows that speak of them, and the mark goes last. Of the source
 * nothing is written but the lock that keeps a server from starting.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { administrator } from '../../cli/administrator.ts'
import type { DataAdmin, MovedData, MoveRequest } from '../../cli/subject-deps.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import { type FileSource, type MovedFiles, moveFiles } from '../../core/data-move/move-files.ts'
import { moveRows } from '../../core/data-move/move-rows.ts'
import type { RowSource } from '../../core/data-move/ports.ts'
import { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import type { ContentStore } from '../../core/store/ports.ts'
import { diskError } from '../../models/backup/folder-faults.ts'
import { movedFolder, noteMoved } from '../../models/data-move/moved-folder.ts'
import { postgresRows } from '../../models/data-move/postgres-rows.ts'
import { prepareTarget } from '../../models/data-move/prepare-target.ts'
import { openSqliteSource } from '../../models/data-move/sqlite-rows.ts'
import { openDatabase } from '../../models/database/database.ts'
import { takeFolderLock } from '../../models/database/folder-lock.ts'
import { postgresPlace } from '../../models/database/postgres-options.ts'
import { takeServingLock } from '../../models/database/serving-lock.ts'
import { MOVE_UNFINISHED } from '../../models/database/unfinished-move.ts'
import { writeDurably } from '../../models/durable-file.ts'
import { migrations } from '../../models/migrations/index.ts'
import { newSha256 } from '../../models/store/content-place.ts'
import { folderStore } from '../../models/store/folder-store.ts'
import { KEPT_IN_STORE } from '../../models/store/tiered-files.ts'
import { refuseIfInUse } from '../bundle/data.ts'
import { sqlitePath } from '../bundle/database-facts.ts'
import { type Closing, closing } from '../closing.ts'
import { openStore } from '../content-files.ts'
import type { Platform } from '../platform.ts'

/** In a folder that is being filled: from where. */
const NOTE = '.moving.json'

export function dataAdmin(config: Config, platform: Platform, signal: AbortSignal): DataAdmin {
  return {
    async move(request) {
      refuseNoAddress(request)
      refuseSamePlace(config, request)
      await using source = await openSource(config)
      refuseOtherSchema(await source.rows.steps())
      const folder = request.folder === null ? null : resolve(request.folder)
      if (folder !== null) await claim(folder, config)
      const target = await prepareTarget(request.to)
      try {
        const files =
          folder === null && request.store === null
            ? null
            : await copyFiles({ config, folder, request, signal })
        const rows = await moveRows({
          from: source.rows,
          to: target,
          signal,
          onProgress: (step, table, done, of) =>
            request.onProgress(of === 0 ? 1 : done / of, `${step} rows, ${table}`),
        })
        const moved: MovedData = {
          from: placeOf(config.databaseUrl),
          to: placeOf(request.to),
          folder: folder ?? config.dataDir,
          store: request.store,
          rows,
          files,
        }
        await noteMoved(dataFolder(moved.folder).audit, {
          id: platform.newId(),
          at: platform.now(),
          by: administrator(),
          rows: rows.rows,
          files: files?.files ?? 0,
        })
        if (folder !== null) await rm(join(folder, NOTE))
        await target.finish()
        return moved
      } catch (error) {
        throw diskError(error)
      } finally {
        await target.close()
      }
    },
  }
}

/** Locked: no server starts on it meanwhile. @throws {AppError} `other_server`, `server_running` */
async function openSource(config: Config) {
  const opened = closing(silentLog)
  try {
    const lock = await takeFolderLock(config.dataDir)
    opened.add('folder-lock', lock.close)
    await refuseIfInUse(config.dataDir)
    return { rows: await openRows(config, opened), [Symbol.asyncDispose]: opened.run }
  } catch (error) {
    await opened.run()
    throw error
  }
}

async function openRows(config: Config, opened: Closing): Promise<RowSource> {
  const path = sqlitePath(config)
  if (path !== null) {
    const rows = await openSqliteSource(path)
    opened.add('database', rows.close)
    return rows
  }
  const database = await openDatabase({ url: config.databaseUrl })
  opened.add('database', database.close)
  const serving = await takeServingLock(database.sequelize)
  opened.add('serving-lock', serving.close)
  return {
    ...postgresRows(database.sequelize, async () => {}),
    steps: async () => (await database.appliedMigrations()).map(({ name }) => name),
  }
}

/** Before anything is locked. */
function refuseNoAddress({ to }: MoveRequest): void {
  if (/^(?:postgres(?:ql)?:\/\/|sqlite:)./.test(to)) return
  throw new AppError(
    'invalid',
    'move_address_invalid',
    '--to is no address of a database. Name one: postgres://USER:PASSWORD@HOST/NAME or sqlite:/a/path',
  )
}

function refuseSamePlace(config: Config, { to, folder }: MoveRequest): void {
  const isSame =
    to === config.databaseUrl ||
    (folder !== null && resolve(folder) === resolve(config.dataDir)) ||
    (to.startsWith('sqlite:') && to.slice('sqlite:'.length) === sqlitePath(config))
  if (!isSame) return
  throw new AppError(
    'invalid',
    'move_nowhere',
    'The data lie there already. Name another database with --to, and another folder with --store.',
  )
}

/** @throws {AppError} `database_older`, `move_unfinished` */
function refuseOtherSchema(steps: readonly string[]): void {
  if (steps.includes(MOVE_UNFINISHED))
    throw new AppError(
      'unavailable',
      'move_unfinished',
      'The database of this installation is itself the target of a move that has not come to its end. Finish that one first.',
    )
  const missing = migrations.find(({ name }) => !steps.includes(name))
  if (!missing) return
  throw new AppError(
    'conflict',
    'database_older',
    `The database is of an earlier version: ${missing.name} is missing. Nothing was changed. Take its steps first: svcctl upgrade`,
  )
}

/**
 * An empty folder, or one that an attempt from the same place began to fill.
 * @throws {AppError} `move_folder_in_use`
 */
async function claim(folder: string, { dataDir }: Config): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const note = JSON.stringify({ from: resolve(dataDir) })
  const names = (await readdir(folder)).filter((name) => name !== 'lost+found')
  const found = await readFile(join(folder, NOTE), 'utf8').catch(() => null)
  if (found === note) return
  // A target database of SQLite may lie in it already, marked by an attempt before the note.
  if (names.some((name) => !/\.new$/.test(name)))
    throw new AppError(
      'conflict',
      'move_folder_in_use',
      `${folder} is not empty, and a move writes over nothing. Name another folder.`,
    )
  await writeDurably(join(folder, NOTE), note)
}

interface Copying {
  config: Config
  folder: string | null
  request: MoveRequest
  signal: AbortSignal
}

/** Sound and files into the store where one is named, the rest into the folder where one is. */
async function copyFiles({ config, folder, request, signal }: Copying): Promise<MovedFiles> {
  if (request.store !== null) await refuseJournal(config)
  const stored = request.store === null ? null : await openStore(config, request.store)
  const beside = folder === null ? null : folderStore(folder)
  const own = movedFolder(config.dataDir, sqlitePath(config))
  const shared = {
    newDigest: newSha256,
    signal,
    onProgress: (files: number, bytes: number) =>
      request.onProgress(null, `${files} files, ${Math.floor(bytes / (1 << 20))} MiB`),
    storeOf: (name: string) => (stored && KEPT_IN_STORE.test(name) ? stored : beside),
  }
  const moved = await moveFiles({ from: own, ...shared })
  if (config.storeUrl === null || config.storeUrl === request.store) return moved
  const away = await openStore(config, config.storeUrl)
  const more = await moveFiles({ from: storedSource(away, own), ...shared })
  return {
    files: moved.files + more.files,
    bytes: moved.bytes + more.bytes,
    alreadyThere: moved.alreadyThere + more.alreadyThere,
  }
}

/** What lies in the store alone. */
function storedSource(store: ContentStore, own: Pick<FileSource, 'find'>): FileSource {
  return {
    find: store.find,
    read: store.read,
    async *list() {
      for await (const { name } of store.list(''))
        if (KEPT_IN_STORE.test(name) && !(await own.find(name))) yield { name, as: name }
    },
  }
}

/** After a power cut the newest sound is in the journal alone. @throws {AppError} `move_journal` */
async function refuseJournal({ dataDir }: Config): Promise<void> {
  const { audio } = dataFolder(dataDir)
  for await (const { sizeBytes } of folderStore(audio).list('journal'))
    if (sizeBytes > 0)
      throw new AppError(
        'conflict',
        'move_journal',
        'The service did not end in good order, and its journal holds sound. Start it and stop it once (svcctl serve), then begin again.',
      )
}

function placeOf(url: string): string {
  if (url.startsWith('sqlite:')) return url
  const { host, port, database } = postgresPlace(url)
  return `postgres://${host}:${port}/${database}`
}
