/** Backup and restore, as `svcctl` does them. */
import { open, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import { administrator } from '../../cli/administrator.ts'
import type { BackupAdmin } from '../../cli/backup-deps.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import { createBackup } from '../../core/backup/create-backup.ts'
import type {
  BackupArchive,
  BackupPlace,
  BeginBackup,
  RecordBackup,
} from '../../core/backup/ports.ts'
import { newestUntil } from '../../core/backup/self-check.ts'
import { AppError, isAppError } from '../../core/errors.ts'
import { findModel } from '../../core/model-file/catalogue.ts'
import type { Certificate } from '../../core/vault/erasure-certificate.ts'
import { backupArchive } from '../../models/backup/backup-archive.ts'
import { backupPlace } from '../../models/backup/backup-place.ts'
import { backupMemory, backupShelf } from '../../models/backup/backup-shelf.ts'
import {
  keepPending,
  ledgerBeside,
  readLedger,
  unknownTo,
  writeLedger,
} from '../../models/backup/erasure-ledger.ts'
import { folderUsers } from '../../models/backup/folder-users.ts'
import { noteRestored } from '../../models/backup/note-restored.ts'
import { restoreBackup } from '../../models/backup/restore.ts'
import { openDatabase } from '../../models/database/database.ts'
import { refuseServing } from '../../models/database/serving-lock.ts'
import { keepEarlierState } from '../../models/earlier-state.ts'
import { keepHold } from '../../models/outgoing-hold.ts'
import { openStore } from '../content-files.ts'
import { keysFolder } from '../keys-folder.ts'
import { lastDrill } from '../last-drill.ts'
import { passphraseIn } from '../passphrase-in.ts'
import type { Platform } from '../platform.ts'
import { beginActs, onRecord, recordAct } from '../record-act.ts'
import { settingsToKeep } from '../settings-to-keep.ts'

export interface BackupDeps {
  config: Config
  platform: Pick<Platform, 'now' | 'newId' | 'version' | 'installRoot'>
  /** Cheaper for tests. */
  scryptLog2N?: number
}

/** What every backup is made with, by the schedule or by hand. */
export function backupParts({ config, platform, scryptLog2N }: BackupDeps) {
  const { databaseUrl, dataDir, storeUrl } = config
  const { backups, models, certificates } = dataFolder(dataDir)
  const store = modelStore({ folder: models, now: platform.now })
  return {
    archive: withLedger(certificates, {
      dataDir,
      databasePath: databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null,
      version: platform.version,
      ...(scryptLog2N && { scryptLog2N }),
      databaseUrl,
      settings: () => settingsToKeep(config, platform.installRoot),
      workParent: backups,
      keysDir: keysFolder(config),
      ...(storeUrl && { openStore: () => openStore(config, storeUrl) }),
      async models() {
        // Weights of gigabytes are not read for this: their digest is on record since they came.
        const stored = await store.list()
        return stored.map(({ file, sizeBytes, record }) => ({
          file,
          sizeBytes,
          sha256: record?.sha256 ?? findModel(file)?.sha256 ?? null,
        }))
      },
    }),
    shelf: backupShelf(
      config.backupFolder,
      relative(dataDir, config.backupFolder).startsWith('..'),
    ),
    place: placeOfBackups(config),
    memory: backupMemory(join(backups, 'last.json')),
    checked: backupMemory(join(backups, 'last-check.json')),
    elsewhere: backupMemory(join(backups, 'last-elsewhere.json')),
  }
}

export function placeOfBackups(config: Pick<Config, 'dataDir' | 'backupFolder'>): BackupPlace {
  const memoryPath = join(dataFolder(config.dataDir).backups, 'place.json')
  return backupPlace({ folder: config.backupFolder, memoryPath })
}

/** With every backup the ledger of erasures beside it is brought up to date. */
function withLedger(
  certificates: string,
  deps: Parameters<typeof backupArchive>[0],
): BackupArchive {
  const archive = backupArchive(deps)
  return {
    ...archive,
    async keep(writtenPath, path, before) {
      const kept = await archive.keep(writtenPath, path, before)
      await writeLedger(certificates, ledgerBeside(dirname(path)))
      return kept
    },
  }
}

/** What the doctor is told. */
export async function backupFacts(deps: BackupDeps) {
  const { shelf, place, memory, checked, elsewhere } = backupParts(deps)
  const { dataDir, backupEveryH, backupFolder } = deps.config
  const [last, check] = [await memory.read(), await checked.read()]
  // A backup that was made since was read back itself.
  const isNewer = check !== null && (last === null || check.at > last.at)
  const failure = last?.failure ?? (isNewer ? check.failure : null)
  const away = await elsewhere.read()
  const about = {
    everyH: backupEveryH,
    folder: backupFolder,
    failure,
    // Not looked at: what answers for a share that is away may never do so.
    elsewhere: away?.path === undefined ? null : { at: away.at, path: away.path },
    drill: await lastDrill(dataDir),
  }
  const none = { newest: null, newestPath: null, newestIssue: null, besideData: false }
  try {
    const newest = newestUntil(await shelf.list(), deps.platform.now())
    const missingMount = await place.missingMount()
    if (!newest) return { ...about, ...none, missingMount }
    const { at, path } = newest
    return {
      ...about,
      missingMount,
      newest: at,
      newestPath: path,
      newestIssue: await backupIssue(path),
      besideData: await isOneDisk(path, dataDir),
    }
  } catch (error) {
    if (!isAppError(error) || error.code !== 'backup_folder_stalled') throw error
    return { ...about, ...none, missingMount: null, failure: error.code }
  }
}

/** @throws {AppError} `nodes_serving` */
async function refuseServers(databaseUrl: string): Promise<void> {
  if (!databaseUrl.startsWith('postgres')) return
  const { sequelize, close } = await openDatabase({ url: databaseUrl, toRead: true })
  const why =
    'A restore goes into a new and empty database, and no server works there. Nothing was changed.'
  await refuseServing(sequelize, why).finally(close)
}

async function isOneDisk(...paths: readonly string[]): Promise<boolean> {
  const disks = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ dev }) => dev,
        () => null,
      ),
    ),
  )
  return disks[0] !== null && new Set(disks).size === 1
}

const SMALLEST_BYTES = 1024

/** What can be told of a backup without its passphrase. */
async function backupIssue(path: string): Promise<'unreadable' | 'not_a_backup' | null> {
  try {
    await using file = await open(path)
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const { size } = await file.stat()
    return buffer.toString('latin1') === 'SVCBAK1\n' && size >= SMALLEST_BYTES
      ? null
      : 'not_a_backup'
  } catch {
    return 'unreadable'
  }
}

export function composeBackup(
  config: Config,
  platform: Platform,
  signal: AbortSignal,
  options: Pick<BackupDeps, 'scryptLog2N'> = {},
): BackupAdmin {
  const { archive, place, shelf, memory, elsewhere } = backupParts({ config, platform, ...options })
  const record: RecordBackup = (act) => recordAct(config, platform, { ...act, subject: null })
  const begin: BeginBackup = async (action) => {
    const begun = await beginActs({ config, platform }, [{ action, subject: null, facts: {} }])
    return (act) => begun.end([{ ...act, subject: null }])
  }
  return {
    dataDir: config.dataDir,
    folder: config.backupFolder,
    list: shelf.list,
    missingMount: place.missingMount,
    passphraseFile: config.backupPassphraseFile,
    passphraseIn,
    policy: {
      daily: config.backupKeepDaily,
      weekly: config.backupKeepWeekly,
      monthly: config.backupKeepMonthly,
    },
    async create(request) {
      const made = await createBackup({ archive, place, memory, begin })({ ...request, signal })
      const path = resolve(made.path)
      if (dirname(path) !== resolve(config.backupFolder))
        await elsewhere.write({ at: request.at, failure: null, path }).catch(() => {})
      return made
    },
    async verify(path, passphrase, onProgress) {
      const manifest = await archive.verify(path, passphrase, { signal, onProgress })
      await record({
        action: 'backup.verified',
        outcome: 'success',
        facts: { parts: manifest.parts.length },
      })
      return manifest
    },
    async restore(path, passphrase, choices = {}) {
      const { erasures, open: isOpen = false, keepStore = false, onProgress } = choices
      const { dataDir, databaseUrl, storeUrl } = config
      const users = await folderUsers(dataDir)
      if (users.length > 0)
        throw new AppError(
          'conflict',
          'server_running',
          `Another program works in ${dataDir} (process ${users.join(', ')}). Stop it first, or restore into another folder.`,
        )
      await refuseServers(databaseUrl)
      const ledger = await readLedger(erasures ?? ledgerBeside(dirname(path)))
      let again: Certificate[] = []
      const store = storeUrl ? await openStore(config, storeUrl) : null
      const manifest = await restoreBackup(path, passphrase, dataDir, {
        databaseUrl,
        into: store && { store, keep: keepStore },
        signal,
        onProgress,
        complete: async (folder, found) => {
          // A restore that is killed at its end must not leave a whole folder that nobody told of
          // the erasures.
          const folders = dataFolder(folder)
          again = await unknownTo(folders.certificates, ledger)
          await keepPending(folder, again)
          await keepEarlierState(folder, platform.now())
          // Before it has a database: no start in between tells anybody anything.
          if (!isOpen)
            await keepHold(folder, {
              since: platform.now(),
              because: 'restored',
              madeAt: new Date(found.createdAt),
            })
          await noteRestored(folders.audit, {
            id: platform.newId(),
            at: platform.now(),
            by: administrator(),
            manifest: found,
            erasures: again.length,
            held: !isOpen,
          })
        },
      }).finally(() => store?.close())
      return {
        ...manifest,
        held: !isOpen,
        erasures: {
          folder: ledger.folder,
          known: ledger.certificates.length,
          newest:
            ledger.certificates
              .map(({ erasedAt }) => erasedAt)
              .sort()
              .at(-1) ?? null,
          damaged: ledger.damaged,
          again: again.flatMap(({ consultations }) =>
            consultations.map(({ consultationId }) => consultationId),
          ),
        },
      }
    },
    async drill(request) {
      const { composeDrill } = await import('./backup-drill.ts')
      const restoreInto = (copy: Config) => composeBackup(copy, platform, signal, options).restore
      return composeDrill({ config, platform, signal, restoreInto, record })(request)
    },
    async prune(backups) {
      if (backups.length === 0) return
      const facts = { backups: backups.length }
      await onRecord(
        { config, platform },
        [{ action: 'backup.pruned', subject: null, facts }],
        async () => {
          for (const { name } of backups) await shelf.remove(name)
        },
      )
    },
  }
}
