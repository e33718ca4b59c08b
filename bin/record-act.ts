import { existsSync } from 'node:fs'
import type { Config } from '../config/settings.ts'
import type { AuditAct, AuditActor } from '../core/audit/ports.ts'
import { openAccess } from './compose-access.ts'
import { composeAdminAudit } from './compose-audit.ts'
import { jsonLog } from './log.ts'
import type { Platform } from './platform.ts'

export type PlainAct = Pick<AuditAct, 'action' | 'subject' | 'facts'> &
  Partial<Pick<AuditAct, 'outcome'>>

/**
 * For commands that work without the database: opens it for one entry. Where there is no database yet there is nothing to keep
 * record of. What cannot be put on record is told on stderr and not undone: the setting that mends a database that does not
 * open must be possible to write.
 */
export async function recordAct(config: Config, platform: Platform, act: PlainAct): Promise<void> {
  const { databaseUrl } = config
  if (databaseUrl.startsWith('sqlite:') && !existsSync(databaseUrl.slice('sqlite:'.length))) return
  const log = jsonLog('warn', process.stderr)
  try {
    const { database, sealer } = await openAccess(config, platform, log)
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
    log.warn('audit.not_on_record', { err, action: act.action })
  }
}
