import { QueryTypes, type Sequelize } from 'sequelize'
import type { Sealer } from '../../core/vault/ports.ts'
import { type EndpointHealth, isSecret, type WebhookIssue } from '../../core/webhooks/message.ts'
import { webhookEndpoints } from './endpoints.ts'
import { WebhookEndpointRow } from './webhook-rows.ts'

interface Attempt {
  at: string | Date
  issue: WebhookIssue | null
}

/**
 * Every endpoint with what became of the last things it was told; also those whose settings do not
 * open any more. Changes nothing.
 */
export async function webhookHealth(
  sequelize: Sequelize,
  sealer: Sealer,
): Promise<EndpointHealth[]> {
  const { open } = webhookEndpoints(sequelize, sealer)
  const rows = await WebhookEndpointRow.attach(sequelize).findAll({ order: [['createdAt', 'ASC']] })
  const select = <Found extends object>(sql: string, endpointId: string) =>
    sequelize.query<Found>(sql, { type: QueryTypes.SELECT, replacements: { endpointId } })

  async function attemptOf(endpointId: string, choice: string): Promise<Attempt | null> {
    const [attempt] = await select<Attempt>(
      `SELECT a.started_at AS at, a.issue FROM webhook_attempts a JOIN webhook_messages m ON m.id = a.message_id
       WHERE m.endpoint_id = :endpointId AND ${choice} LIMIT 1`,
      endpointId,
    )
    return attempt ?? null
  }

  function settingsOf(row: WebhookEndpointRow): EndpointHealth['settings'] {
    try {
      const { url, secrets } = open(row)
      return { url, hasSecret: isSecret(secrets.current ?? '') }
    } catch {
      // The error may quote what did open.
      return null
    }
  }

  return Promise.all(
    rows.map(async (row) => {
      const [{ n } = { n: 0 }] = await select<{ n: number | string }>(
        `SELECT COUNT(*) AS n FROM webhook_messages WHERE endpoint_id = :endpointId AND state = 'failed'`,
        row.id,
      )
      const last = await attemptOf(row.id, 'a.issue IS NOT NULL ORDER BY a.started_at DESC')
      const arrived = await attemptOf(row.id, 'a.issue IS NULL ORDER BY a.started_at DESC')
      const isFailing = last !== null && (arrived === null || time(arrived) < time(last))
      const first = isFailing
        ? await attemptOf(
            row.id,
            arrived === null
              ? 'a.issue IS NOT NULL ORDER BY a.started_at'
              : `a.started_at > (SELECT MAX(b.started_at) FROM webhook_attempts b JOIN webhook_messages n ON n.id = b.message_id
                   WHERE n.endpoint_id = :endpointId AND b.issue IS NULL) ORDER BY a.started_at`,
          )
        : null
      return {
        id: row.id,
        name: row.name,
        settings: settingsOf(row),
        failed: Number(n),
        state: row.state as EndpointHealth['state'],
        disabledBecause: row.disabledBecause as EndpointHealth['disabledBecause'],
        failingSince: first && new Date(first.at),
        issue: isFailing ? last.issue : null,
      }
    }),
  )
}

const time = ({ at }: Attempt) => new Date(at).getTime()
