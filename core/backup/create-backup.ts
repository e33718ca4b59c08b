import { isAppError } from '../errors.ts'
import type { BackupManifest } from './manifest.ts'
import type {
  BackupArchive,
  BackupMemory,
  BackupPlace,
  BeginBackup,
  RecordBackup,
  WriteRequest,
} from './ports.ts'

interface Deps {
  archive: BackupArchive
  place: Pick<BackupPlace, 'check' | 'note'>
  memory: BackupMemory
  begin: BeginBackup
}

export type CreateBackup = ReturnType<typeof createBackup>

export interface CreatedBackup {
  path: string
  sizeBytes: number
  manifest: BackupManifest
}

/**
 * Writes a backup and reads it back before it gets its name: a file that is called a backup is one.
 * Nothing half-made stays.
 * @throws {AppError} what `BackupArchive` and `BackupPlace` throw
 */
export function createBackup({ archive, place, memory, begin }: Deps) {
  async function make(request: WriteRequest, record: RecordBackup): Promise<CreatedBackup> {
    await place.check(request.path)
    const written = await archive.write(request)
    try {
      const manifest = await archive.verify(written, request.passphrase, { signal: request.signal })
      // A backup that nobody knows of is patients' data that left unseen: what it holds is on
      // record before it has a name.
      const { sizeBytes } = await archive.keep(written, request.path, (size) =>
        record({
          action: 'backup.created',
          outcome: 'success',
          facts: {
            parts: manifest.parts.length,
            size_bytes: size,
            ...(manifest.missing && { missing: manifest.missing.length }),
          },
        }),
      )
      await place.note(request.path)
      return { path: request.path, sizeBytes, manifest }
    } catch (error) {
      await archive.discard(written)
      throw error
    }
  }

  return async (request: WriteRequest): Promise<CreatedBackup> => {
    const record = await begin('backup.created')
    try {
      const made = await make(request, record)
      // It is there, and what is left of the data is in it: whoever looks is told all the same.
      const failure = made.manifest.missing ? 'backup_incomplete' : null
      await memory.write({ at: request.at, failure })
      return made
    } catch (error) {
      const isStopped = request.signal?.aborted === true && !isAppError(error)
      const code = isAppError(error) ? error.code : isStopped ? 'interrupted' : 'internal_error'
      // A disk that is full takes no note either; the failure itself is what matters. Who stops one
      // knows of it: that is no alarm.
      if (!isStopped) await memory.write({ at: request.at, failure: code }).catch(() => {})
      await record({ action: 'backup.created', outcome: 'failed', facts: { code } }).catch(() => {})
      throw error
    }
  }
}
