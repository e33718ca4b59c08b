import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { CreateBackup } from './create-backup.ts'
import { backupName } from './names.ts'
import type { BackupMemory, BackupPlace, BackupShelf, BeginBackup } from './ports.ts'
import { type KeepPolicy, planPruning } from './prune.ts'
import { elapsedMs, newestUntil } from './self-check.ts'

interface Deps {
  everyMs: number
  policy: KeepPolicy
  shelf: BackupShelf
  place: Pick<BackupPlace, 'note'>
  memory: BackupMemory
  create: CreateBackup
  /** Read anew each time, so that a changed file counts. */
  passphrase(): Promise<string>
  begin: BeginBackup
  now: () => Date
  log: Log
}

/** After a failure. */
const RETRY_MS = 3_600_000

/**
 * Writes a backup when one is due, then prunes. One at a time; a failure is logged and tried again
 * an hour later. One that never ends, because the share went away beneath it, is told as well, and
 * goes on when the share is back.
 */
export function scheduledBackup(deps: Deps): () => Promise<void> {
  const { everyMs, policy, shelf, place, memory, create, passphrase, begin, now, log } = deps
  let isRunning = false

  async function failedLately(): Promise<boolean> {
    const last = await memory.read()
    return Boolean(last?.failure) && elapsedMs(last?.at ?? new Date(0), now()) < RETRY_MS
  }

  async function isDue(): Promise<boolean> {
    const newest = newestUntil(await shelf.list(), now())
    // Also what another version or another machine laid there.
    if (newest) await place.note(newest.path)
    return !newest || elapsedMs(newest.at, now()) >= everyMs
  }

  /** A reason that keeps a backup from beginning is remembered like a failure. */
  async function remembering<Result>(
    task: () => Promise<Result>,
    otherwise = 'internal_error',
  ): Promise<Result> {
    try {
      return await task()
    } catch (error) {
      const failure = isAppError(error) ? error.code : otherwise
      await memory.write({ at: now(), failure })
      throw error
    }
  }

  async function turn() {
    if (await failedLately()) return
    if (!(await remembering(isDue))) return
    const at = now()
    const path = `${shelf.folder}/${backupName(at)}`
    const secret = await remembering(passphrase, 'passphrase_needed')
    const { sizeBytes, manifest } = await create({ path, passphrase: secret, at })
    log.info('backup.created', { sizeBytes, parts: manifest.parts.length })
    const { missing = [] } = manifest
    if (missing.length > 0) log.error('backup.incomplete', { missing: missing.length })
    const { remove } = planPruning(await shelf.list(), policy)
    if (remove.length === 0) return
    const record = await begin('backup.pruned')
    for (const { name } of remove) await shelf.remove(name)
    const facts = { backups: remove.length }
    await record({ action: 'backup.pruned', outcome: 'success', facts })
    log.info('backup.pruned', facts)
  }

  /** Asked while a backup runs: only whether the folder can be read. */
  async function look() {
    if (!(await failedLately())) await remembering(shelf.list)
  }

  return async () => {
    const isMine = !isRunning
    isRunning = true
    try {
      await (isMine ? turn() : look())
    } catch (err) {
      log.error('backup.failed', { err })
    } finally {
      if (isMine) isRunning = false
    }
  }
}
