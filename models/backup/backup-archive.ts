import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupArchive } from '../../core/backup/ports.ts'
import { AppError } from '../../core/errors.ts'
import { syncFolder } from '../durable-file.ts'
import { diskError, folderError } from './folder-faults.ts'
import { verifyBackup } from './read-backup.ts'
import { isAlive, wipe, workFolder } from './snapshot.ts'
import { partPath, type WriteSource, writeBackup } from './write-backup.ts'

interface Deps extends WriteSource {
  /** For copies of the database in the clear: as safe as the data folder. */
  workParent: string
}

/** Age after which files left by a killed writer are nobody's. */
const FORGOTTEN_MS = 86_400_000
/** The same, where no process here has its number. */
const ABANDONED_MS = 600_000

export function backupArchive(deps: Deps): BackupArchive {
  const { databasePath, databaseUrl, workParent } = deps

  async function withWork<Result>(task: (work: string) => Promise<Result>): Promise<Result> {
    const work = await workFolder(workParent)
    try {
      return await task(work)
    } catch (error) {
      throw diskError(error)
    } finally {
      await wipe(work)
    }
  }

  return {
    async write(request) {
      if (databasePath === null && !databaseUrl?.startsWith('postgres'))
        throw new AppError(
          'unsupported',
          'backup_database',
          'The database is neither a SQLite file nor PostgreSQL: nothing was backed up.',
        )
      const folder = dirname(request.path)
      const path = partPath(request.path)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await forgetParts(folder)
        await withWork((work) => writeBackup(deps, { ...request, path }, work))
        return path
      } catch (error) {
        await rm(path, { force: true }).catch(() => {})
        throw folderError(error, folder)
      }
    },

    verify: (path, passphrase, reading) =>
      withWork((work) => verifyBackup(path, passphrase, work, reading)),

    async keep(writtenPath, path, before) {
      if (await isThere(path))
        throw new AppError('conflict', 'backup_exists', `${path} is there already.`)
      const { size: sizeBytes } = await stat(writtenPath)
      await before?.(sizeBytes)
      await rename(writtenPath, path)
      await syncFolder(dirname(path))
      return { sizeBytes }
    },

    discard: (path) => rm(path, { force: true }),
  }
}

async function forgetParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^\..*\.svcbackup\.(\d+)\.part$/.exec(name)?.[1] ?? 0)
    if (pid === 0) continue
    const path = join(folder, name)
    const about = await stat(path).catch(() => null)
    // Another machine may write into the same folder: its process numbers say nothing here.
    const keptMs = isAlive(pid) ? FORGOTTEN_MS : ABANDONED_MS
    if (about && Date.now() - about.mtimeMs > keptMs) await rm(path, { force: true })
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
