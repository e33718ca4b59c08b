/** Whether visits may begin. */
import type { DrainAdmin } from '../../cli/deps.ts'
import { ownFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import { requireOpen } from '../../core/drain/drain.ts'
import type { Log } from '../../core/log.ts'
import { drainNote } from '../../models/drain-note.ts'
import type { Platform } from '../platform.ts'

interface Deps {
  config: Pick<Config, 'dataDir' | 'nodeDir'>
  platform: Pick<Platform, 'now'>
  trail: AuditTrail
  /** The administrator. */
  by: string
  /** Where the act came in over HTTP. */
  requestId?: string
}

/** As `svcctl drain` and `resume` change it: on record, both. */
export function composeDrain(deps: Deps): DrainAdmin {
  const { config, trail, by, requestId = null } = deps
  const { now } = deps.platform
  const note = drainNote(ownFolder(config))
  const record = (action: 'service.drained' | 'service.resumed') =>
    trail.append({
      actor: { kind: 'administrator', id: by },
      action,
      subject: null,
      organizationId: null,
      requestId,
      outcome: 'success',
      facts: {},
    })
  return {
    find: note.find,
    async begin() {
      await record('service.drained')
      await note.keep(now())
    },
    async end() {
      await record('service.resumed')
      await note.drop()
    },
  }
}

/** For the service: its start ends what was meant for the one before. */
export async function openDrain({ config, log }: Pick<Deps, 'config'> & { log: Log }) {
  const note = drainNote(ownFolder(config))
  if (note.find()) {
    await note.drop()
    log.info('drain.ended_by_start')
  }
  return { findDrain: note.find, requireOpen: requireOpen(note.find) }
}
