/** For `svcctl admin`: beside the running service, which reads what is written. On record, both. */
import { createHash, randomBytes } from 'node:crypto'
import type { PageAdmin } from '../../cli/deps.ts'
import type { Config } from '../../config/settings.ts'
import { openAdminPage } from '../../core/admin-page/code.ts'
import type { AuditAction } from '../../core/audit/actions.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import { adminDoor } from '../../models/admin-door.ts'
import type { Platform } from '../platform.ts'

interface Deps {
  config: Pick<Config, 'dataDir'>
  platform: Pick<Platform, 'now' | 'newId'>
  trail: AuditTrail
  /** The administrator. */
  by: string
}

export function composeAdminDoor({ config, platform, trail, by }: Deps): PageAdmin {
  const { now, newId } = platform
  const door = adminDoor(config.dataDir)
  const open = openAdminPage({ door, randomBytes, digest: sha256, now })
  const record = (action: AuditAction) =>
    trail.append({
      actor: { kind: 'administrator', id: by },
      action,
      subject: null,
      organizationId: null,
      requestId: null,
      outcome: 'success',
      facts: {},
    })
  return {
    async open() {
      await record('admin_page.opened')
      return open(by)
    },
    async close() {
      await record('admin_page.closed')
      await door.close(newId())
    },
  }
}

/** Of codes and secrets with more bits than anybody guesses: hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
