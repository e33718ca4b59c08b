import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { elapsedMs } from './backup-age.ts'
import type { BackupArchive, BackupMemory, BackupShelf, RecordBackup } from './ports.ts'

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
