/**
 * The audit of the whole box: one trail for every process on the data folder, and what reads and
 * proves it.
 */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Sequelize } from 'sequelize'
import type { AuditAdmin } from '../../cli/subject-deps.ts'
import { dataFolder, ownFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditAct, AuditActor, AuditTrail } from '../../core/audit/ports.ts'
import { refusals } from '../../core/audit/refusals.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import type { Log } from '../../core/log.ts'
import type { Sealer } from '../../core/vault/ports.ts'
import {
  type AuditExamination,
  examineAudit,
  type OpenAudit,
  openAudit,
} from '../../models/audit/audit.ts'
import { auditLocate } from '../../models/audit/locate.ts'
import type { Database } from '../../models/database/database.ts'
import type { Platform } from '../platform.ts'

const SEAL_EVERY_MS = 600_000

export interface AuditDeps {
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'nodeDir'>>
  platform: Pick<Platform, 'now' | 'newId' | 'version'>
  sequelize: Sequelize
  sealer: Sealer
  log: Log
}

const sealsOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataFolder(dataDir).audit, 'seals')

/** The caller closes it before the database. */
function composeAudit({ config, platform, sequelize, sealer, log }: AuditDeps): Promise<OpenAudit> {
  const { now, newId, version } = platform
  const folder = dataFolder(ownFolder(config)).audit
  return openAudit({
    sequelize,
    sealer,
    now,
    newId,
    log,
    folder,
    version,
    sealsFolder: sealsOf(config),
    spoolFolder: join(folder, 'spool'),
  })
}

/**
 * The audit for `svcctl`. The trail is opened when something is put on record, so that a command
 * that only looks costs nothing, and a proof finds things as they were left.
 */
export function composeAdminAudit(deps: AuditDeps & Partial<Pick<Database, 'isReadOnly'>>): Omit<
  AuditAdmin,
  'examine'
> &
  Pick<OpenAudit, 'within'> & {
    examine(): Promise<AuditExamination>
    close(): Promise<void>
  } {
  const folder = dataFolder(ownFolder(deps.config)).audit
  const actor: AuditActor = { kind: 'administrator', id: accountName() }
  let opened: Promise<OpenAudit> | null = null
  let examined: Promise<AuditExamination> | null = null
  const open = () => {
    opened ??= deps.isReadOnly ? Promise.reject(takesNothing()) : composeAudit(deps)
    return opened
  }
  const examine = () => {
    const { sequelize, sealer, platform } = deps
    examined ??= examineAudit({
      sequelize,
      sealer,
      folder,
      sealsFolder: sealsOf(deps.config),
      now: platform.now,
      newId: platform.newId,
    })
    return examined
  }
  // What an administrator has done is done: its entry is kept before anything can go wrong with it,
  // and not lost when it cannot be written now.
  async function keep(act: AuditAct) {
    const { trail } = await open()
    await trail.note(act)
    await trail.settled().catch((err) => deps.log.warn('audit.left_in_spool', { err }))
  }
  const trail: AuditTrail = { append: keep, note: keep }
  return {
    trail,
    within: async (...request) => (await open()).within(...request),
    // Opens the trail, too: within a transaction of somebody else's it could not be.
    ready: async () => void (await open()),
    actor,
    examine,
    record: (act) =>
      trail.append({ ...act, actor, subject: null, organizationId: null, requestId: null }),
    async close() {
      // That it did not open, whoever asked for it was told.
      await (await opened?.catch(() => null))?.close()
    },
  }
}

/** Told by the disk that it is (cli/disk-fault.ts). */
function takesNothing(): Error {
  return Object.assign(new Error('nothing can be put on record'), { code: 'SQLITE_READONLY' })
}

/** Behind `sudo`, whoever called it. */
export function accountName(): string {
  try {
    return process.env.SUDO_USER ?? userInfo().username
  } catch {
    // An account without a name, as containers have them.
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * The trail of the server: what it writes for HTTP and the channel, and its share of the
 * housekeeping.
 */
export async function openServerAudit(
  deps: AuditDeps & { consultations: Pick<ConsultationStore, 'find' | 'findByExternalId'> },
) {
  const { sequelize, consultations, platform, log } = deps
  const audit = await composeAudit(deps)
  const { trail, within, linkDocumentLine, sealDays } = audit
  const counted = refusals(trail, (ms, run) => {
    const timer = setInterval(() => {
      run().catch((err) => log.error('audit.refusals_failed', { err }))
    }, ms)
    timer.unref()
    return () => clearInterval(timer)
  })
  return {
    trail,
    within,
    linkDocumentLine,
    /** In both: what was refused is counted once for the whole server. */
    http: { trail, refusals: counted, locate: auditLocate({ sequelize, consultations }) },
    channel: { trail, refusals: counted, newId: platform.newId },
    chores: [{ name: 'audit-seals', everyMs: SEAL_EVERY_MS, run: sealDays }],
    start: sealDays,
    async close() {
      await counted.close().catch((err) => log.error('audit.refusals_failed', { err }))
      await audit.close()
    },
  }
}
