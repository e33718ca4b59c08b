/** The server's own schedule of backups, and what `/metrics` tells of them. */
import type { Registry } from 'prom-client'
import { dataFolder, ownFolder } from '../../config/data-folder.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import { createBackup } from '../../core/backup/create-backup.ts'
import type { BeginBackup, RecordBackup } from '../../core/backup/ports.ts'
import { scheduledBackup } from '../../core/backup/scheduled-backup.ts'
import { backupSelfCheck, newestUntil } from '../../core/backup/self-check.ts'
import type { Log } from '../../core/log.ts'
import type { FindHold } from '../../core/outgoing/hold.ts'
import { intend } from '../../models/audit/intents.ts'
import { backupMetrics } from '../metrics/backup.ts'
import { passphraseIn } from '../passphrase-in.ts'
import type { Chore } from '../upkeep.ts'
import { type BackupDeps, backupParts } from './backup.ts'

const HOUR_MS = 3_600_000
/** How often the server looks whether a backup is due. */
const LOOK_EVERY_MS = 60_000
/** How often the newest one is opened and read, whoever made it. */
const CHECK_EVERY_MS = 24 * HOUR_MS

interface Deps extends BackupDeps {
  trail: AuditTrail
  findHold: FindHold
  metrics: Registry
  log: Log
}

export function openBackups(deps: Deps) {
  const { config, metrics } = deps
  const newestAt = newestBackup(deps)
  backupMetrics({ registry: metrics, everyH: config.backupEveryH, newestAt })
  return { chores: scheduledChores(deps) }
}

/**
 * When the newest backup was made, whoever made it; null where there is none. Looked up once a
 * minute, however often it is asked for: scrapes must not wait for a share each time.
 */
function newestBackup(deps: BackupDeps): () => Promise<Date | null> {
  const { shelf } = backupParts(deps)
  const { now } = deps.platform
  let looked: { at: number; found: Promise<Date | null> } | null = null
  return () => {
    const at = performance.now()
    if (looked && at - looked.at < LOOK_EVERY_MS) return looked.found
    const found = shelf.list().then((all) => newestUntil(all, now())?.at ?? null)
    looked = { at, found }
    return found
  }
}

/** None where no schedule is set. */
function scheduledChores(deps: Deps): Chore[] {
  const { config, platform, trail, findHold, log } = deps
  const { backupEveryH, backupPassphraseFile } = config
  if (backupEveryH === 0) return []
  const { archive, place, shelf, memory, checked } = backupParts(deps)
  const passphrase = () => passphraseIn(backupPassphraseFile)
  const byItself = {
    actor: { kind: 'system', id: 'backup' },
    subject: null,
    organizationId: null,
    requestId: null,
  } as const
  const record: RecordBackup = (act) => trail.append({ ...act, ...byItself })
  const begin: BeginBackup = async (action) => {
    const stamp = { id: platform.newId(), at: platform.now() }
    const act = { ...byItself, action, outcome: 'success' as const, facts: {} }
    const intent = await intend(dataFolder(ownFolder(config)).audit, [{ ...stamp, act }]).catch(
      () => null,
    )
    return async (ended) => {
      await record(ended)
      await intent?.forget()
    }
  }
  const run = scheduledBackup({
    everyMs: backupEveryH * HOUR_MS,
    policy: {
      daily: config.backupKeepDaily,
      weekly: config.backupKeepWeekly,
      monthly: config.backupKeepMonthly,
    },
    shelf,
    place,
    memory,
    begin,
    log,
    now: platform.now,
    create: createBackup({ archive, place, memory, begin }),
    passphrase,
  })
  const check = backupSelfCheck({
    everyMs: CHECK_EVERY_MS,
    shelf,
    archive,
    memory: checked,
    passphrase,
    record,
    now: platform.now,
    log,
  })
  return [
    // A copy that was restored elsewhere may have the other machine's folder in its settings, and
    // would prune there.
    {
      name: 'backup',
      everyMs: LOOK_EVERY_MS,
      byOne: true,
      run: async () => (findHold() ? undefined : run()),
    },
    { name: 'backup-check', everyMs: LOOK_EVERY_MS, byOne: true, run: check },
  ]
}
