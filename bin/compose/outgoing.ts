/** The doors out of the building, as `svcctl outgoing` and the doctor see them. */
import { QueryTypes, type Sequelize } from 'sequelize'
import type { OutgoingAdmin } from '../../cli/deps.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import type { OutgoingWaiting } from '../../core/outgoing/hold.ts'
import { dropHold, keepHold, outgoingHold } from '../../models/outgoing-hold.ts'
import type { Platform } from '../platform.ts'

interface Deps {
  config: Pick<Config, 'dataDir'>
  platform: Pick<Platform, 'now'>
  sequelize: Sequelize
  trail: AuditTrail
  /** The administrator. */
  by: string
}

export function composeOutgoing({
  config: { dataDir },
  platform: { now },
  sequelize,
  trail,
  by,
}: Deps): OutgoingAdmin {
  const record = async (action: 'outgoing.held' | 'outgoing.resumed') =>
    trail.append({
      actor: { kind: 'administrator', id: by },
      action,
      subject: null,
      organizationId: null,
      requestId: null,
      outcome: 'success',
      facts: { ...(await outgoingWaiting(sequelize)) },
    })
  return {
    find: outgoingHold(dataDir),
    waiting: () => outgoingWaiting(sequelize),
    async hold() {
      await keepHold(dataDir, { since: now(), because: 'administrator', madeAt: null })
      await record('outgoing.held')
    },
    async resume() {
      // On record before anything can leave.
      await record('outgoing.resumed')
      await dropHold(dataDir)
    },
  }
}

/** What has not gone out yet; of webhooks only those to addresses that are told anything. */
export async function outgoingWaiting(sequelize: Sequelize): Promise<OutgoingWaiting> {
  const count = async (sql: string) => {
    const [row] = await sequelize.query<{ n: number | string }>(sql, { type: QueryTypes.SELECT })
    return Number(row?.n ?? 0)
  }
  return {
    webhooks: await count(
      `SELECT COUNT(*) AS n FROM webhook_messages m JOIN webhook_endpoints e ON e.id = m.endpoint_id
       WHERE m.state = 'pending' AND e.state = 'enabled'`,
    ),
    records: await count("SELECT COUNT(*) AS n FROM rnds_submissions WHERE state = 'pending'"),
  }
}
