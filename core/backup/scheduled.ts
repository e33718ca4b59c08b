import type { Log } from '../log.ts'
import type { CreateBackup } from './create-backup.ts'
import { backupName } from './names.ts'
import type { BackupMemory, BackupShelf, RecordBackup } from './ports.ts'
import { type KeepPolicy, planPruning } from './prune.ts'

interface Deps {
  everyMs: number
  policy: KeepPolicy
  shelf: BackupShelf
  memory: BackupMemory
  create: CreateBackup
  /** Read anew each time, so that a changed file counts. */
  passphrase(): Promise<string>
  record: RecordBackup
  now: () => Date
  log: Log
}

/** After a failure. */
const RETRY_MS = 3_600_000

/** Writes a backup when one is due, then prunes. One at a time; a failure is logged and tried again an hour later. */
export function scheduledBackup(deps: Deps): () => Promise<void> {
  const { everyMs, policy, shelf, memory, create, passphrase, record, now, log } = deps
  let isRunning = false

  async function isDue(): Promise<boolean> {
    const newest = (await shelf.list())[0]
    if (newest && now().getTime() - newest.at.getTime() < everyMs) return false
    const last = await memory.read()
    return !last?.failure || now().getTime() - last.at.getTime() >= RETRY_MS
  }

  async function turn() {
    if (!(await isDue())) return
    const at = now()
    const path = `${shelf.folder}/${backupName(at)}`
    let secret: string
    try {
      secret = await passphrase()
    } catch (error) {
      await memory.write({ at, failure: 'passphrase_needed' })
      throw error
    }
    const { sizeBytes, manifest } = await create({ path, passphrase: secret, at })
    log.info('backup.created', { sizeBytes, parts: manifest.parts.length })
    const { remove } = planPruning(await shelf.list(), policy)
    for (const { name } of remove) await shelf.remove(name)
    if (remove.length === 0) return
    const facts = { backups: remove.length }
    await record({ action: 'backup.pruned', outcome: 'success', facts })
    log.info('backup.pruned', facts)
  }

  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await turn()
    } catch (err) {
      log.error('backup.failed', { err })
    } finally {
      isRunning = false
    }
  }
}
