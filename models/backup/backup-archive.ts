import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupArchive } from '../../core/backup/ports.ts'
import { AppError } from '../../core/errors.ts'
import { diskError } from './disk-error.ts'
import { verifyBackup } from './read-backup.ts'
import { wipe, workFolder } from './snapshot.ts'
import { partPath, type WriteSource, writeBackup } from './write-backup.ts'

interface Deps extends Omit<WriteSource, 'databasePath'> {
  /** Null where the database is no SQLite file. */
  databasePath: string | null
  /** For copies of the database in the clear: as safe as the data folder. */
  workParent: string
}

/** What a killed writer left is nobody's any more after this. */
const FORGOTTEN_MS = 86_400_000

export function backupArchive(deps: Deps): BackupArchive {
  const { databasePath, workParent } = deps

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
      if (databasePath === null)
        throw new AppError(
          'unsupported',
          'backup_database',
          'This appliance keeps its database in PostgreSQL: back that up with pg_dump, and the data folder at the same time.',
        )
      await mkdir(dirname(request.path), { recursive: true, mode: 0o700 })
      await forgetParts(dirname(request.path))
      const path = partPath(request.path)
      try {
        await withWork((work) => writeBackup({ ...deps, databasePath }, { ...request, path }, work))
        return path
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    verify: (path, passphrase) => withWork((work) => verifyBackup(path, passphrase, work)),

    async keep(writtenPath, path) {
      if (await isThere(path))
        throw new AppError('conflict', 'backup_exists', `${path} is there already.`)
      await rename(writtenPath, path)
      const folder = await open(dirname(path), 'r')
      await folder.sync().finally(() => folder.close())
      return { sizeBytes: (await stat(path)).size }
    },

    discard: (path) => rm(path, { force: true }),
  }
}

async function forgetParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\..*\.svcbackup\.\d+\.part$/.test(name)) continue
    const path = join(folder, name)
    const about = await stat(path).catch(() => null)
    if (about && Date.now() - about.mtimeMs > FORGOTTEN_MS) await rm(path, { force: true })
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
