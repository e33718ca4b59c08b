import { existsSync } from 'node:fs'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import type { AuditAct, AuditActor } from '../core/audit/ports.ts'
import { isAppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { spoolAct } from '../models/backup/note-restored.ts'
import { commandLog } from './command-log.ts'
import { openAccess } from './compose-access.ts'
import { accountName, composeAdminAudit } from './compose-audit.ts'
import type { Platform } from './platform.ts'

export type PlainAct = Pick<AuditAct, 'action' | 'subject' | 'facts'> &
  Partial<Pick<AuditAct, 'outcome'>>

/**
 * For commands that work without the database: opens it for one entry. Where there is no database yet there is nothing to keep
 * record of. What a database that does not open cannot take lies in the spool until it does: the setting that mends it must be
 * possible to write. Only what the disk does not take either is told on stderr alone.
 */
export async function recordAct(
  config: Config,
  platform: Platform,
  act: PlainAct,
  log: Log = commandLog(),
): Promise<void> {
  const { databaseUrl } = config
  if (databaseUrl.startsWith('sqlite:') && !existsSync(databaseUrl.slice('sqlite:'.length))) return
  try {
    const { database, sealer } = await openAccess(config, platform, log, { make: false })
    const audit = composeAdminAudit({
      config,
      platform,
      sequelize: database.sequelize,
      sealer,
      log,
    })
    const { actor }: { actor: AuditActor } = audit
    try {
      await audit.trail.append({
        ...{ actor, organizationId: null, requestId: null, outcome: 'success', ...act },
      })
    } finally {
      await audit.close()
      await database.close()
    }
  } catch (err) {
    if (isAppError(err) && err.code === 'data_folder_not_prepared') return
    log.warn('audit.left_in_spool', { err, action: act.action })
    await leave(config, platform, act).catch((reason) =>
      log.error('audit.not_on_record', { err: reason, action: act.action }),
    )
  }
}

/** Whoever opens the audit next takes it into the chain; a server that runs looks every ten minutes. */
function leave(config: Config, platform: Platform, act: PlainAct): Promise<void> {
  return spoolAct(dataFolder(config.dataDir).audit, {
    ...{ id: platform.newId(), at: platform.now() },
    act: {
      actor: { kind: 'administrator', id: accountName() },
      ...{ organizationId: null, requestId: null, outcome: 'success', ...act },
    },
  })
}
