import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type {
  BackupArchive,
  BackupMemory,
  BackupShelf,
  ListedBackup,
  RecordBackup,
} from './ports.ts'

interface Deps {
  /** At least so long between two checks. */
  everyMs: number
  shelf: BackupShelf
  archive: Pick<BackupArchive, 'verify'>
  /** Memory of the last check, which is another than that of the last backup. */
  memory: BackupMemory
  passphrase(): Promise<string>
  record: RecordBackup
  now: () => Date
  log: Log
}

/**
 * Opens the newest backup where it lies and reads it to its last byte, once a night: a disk
 * forgets, a share is emptied, a passphrase file is exchanged, and none of that tells.
 */
export function backupSelfCheck(deps: Deps): () => Promise<void> {
  const { everyMs, shelf, archive, memory, passphrase, record, now, log } = deps
  let isRunning = false

  async function check() {
    const at = now()
    const last = await memory.read()
    if (last && elapsedMs(last.at, at) < everyMs) return
    let name: string | null = null
    try {
      const [newest] = await shelf.list()
      if (!newest) return
      name = newest.name
      const { parts } = await archive.verify(newest.path, await passphrase())
      await memory.write({ at, failure: null })
      await record({
        action: 'backup.verified',
        outcome: 'success',
        facts: { backup: newest.name, parts: parts.length },
      })
      log.info('backup.checked', { sizeBytes: newest.sizeBytes, parts: parts.length })
    } catch (err) {
      const code = isAppError(err) ? err.code : 'internal_error'
      await memory.write({ at, failure: code })
      log.error('backup.check_failed', { err })
      const facts = { backup: name, code }
      await record({ action: 'backup.verified', outcome: 'failed', facts })
    }
  }

  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await check()
    } finally {
      isRunning = false
    }
  }
}

/** Clocks of two machines that share a folder differ a little. */
const TOLERANCE_MS = 300_000

/**
 * How long ago something was. Infinite for what is said to lie ahead: the clock was wrong then or
 * was set back since, and nobody waits for it to come round again.
 */
export function elapsedMs(at: Date, now: Date): number {
  const elapsed = now.getTime() - at.getTime()
  return elapsed < -TOLERANCE_MS ? Number.POSITIVE_INFINITY : Math.max(0, elapsed)
}

/**
 * The newest of these backups (newest first) that is not from the future; undefined where there is
 * none.
 */
export function newestUntil<Backup extends Pick<ListedBackup, 'at'>>(
  backups: readonly Backup[],
  now: Date,
): Backup | undefined {
  return backups.find(({ at }) => Number.isFinite(elapsedMs(at, now)))
}
