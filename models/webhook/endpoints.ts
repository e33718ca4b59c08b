import type { Sequelize } from 'sequelize'
import type { Sealer } from '../../core/vault/ports.ts'
import type { WebhookContent, WebhookEndpoint, WebhookEvent } from '../../core/webhooks/endpoint.ts'
import type { EndpointStore } from '../../core/webhooks/ports.ts'
import { WebhookAttemptRow, WebhookEndpointRow, WebhookMessageRow } from './webhook-rows.ts'

/** What the master key seals of an endpoint. */
interface Settings {
  url: string
  secret: string
  previous: { secret: string; until: string } | null
}

export function webhookSettingsContext(id: string): string {
  return `webhook-settings:${id}`
}

/**
 * Endpoints in the database; what would let somebody else speak for this box, or read an address
 * with a credential in it, is sealed.
 */
export function webhookEndpoints(
  sequelize: Sequelize,
  sealer: Sealer,
): EndpointStore & { open(row: WebhookEndpointRow): WebhookEndpoint } {
  const Endpoints = WebhookEndpointRow.attach(sequelize)
  const Messages = WebhookMessageRow.attach(sequelize)
  const Attempts = WebhookAttemptRow.attach(sequelize)

  function open(row: WebhookEndpointRow): WebhookEndpoint {
    const { id, organizationId, name, createdAt } = row
    const text = Buffer.from(sealer.open(row.sealedSettings, webhookSettingsContext(id)))
    const { url, secret, previous } = JSON.parse(text.toString('utf8')) as Settings
    return {
      id,
      organizationId,
      name,
      url,
      createdAt,
      events: row.events.split(' ') as WebhookEvent[],
      content: row.content as WebhookContent,
      state: row.state as WebhookEndpoint['state'],
      disabledBecause: row.disabledBecause as WebhookEndpoint['disabledBecause'],
      secrets: {
        current: secret,
        previous: previous && { secret: previous.secret, until: new Date(previous.until) },
      },
    }
  }

  function toRow({ url, secrets, events, ...columns }: WebhookEndpoint) {
    const { current: secret, previous } = secrets
    const settings = Buffer.from(JSON.stringify({ url, secret, previous }))
    const context = webhookSettingsContext(columns.id)
    return {
      ...columns,
      events: events.join(' '),
      sealedSettings: Buffer.from(sealer.seal(settings, context)),
    }
  }

  return {
    open,
    async create(endpoint) {
      await Endpoints.create(toRow(endpoint))
    },
    async find(id) {
      const row = await Endpoints.findByPk(id)
      return row ? open(row) : null
    },
    async list(organizationId) {
      const rows = await Endpoints.findAll({
        where: organizationId === undefined ? {} : { organizationId },
        order: [
          ['createdAt', 'ASC'],
          ['id', 'ASC'],
        ],
      })
      return rows.map(open)
    },
    async save(endpoint) {
      const { id, ...columns } = toRow(endpoint)
      const [changed] = await Endpoints.update(columns, { where: { id } })
      return changed === 1
    },
    async remove(id) {
      await sequelize.transaction(async (transaction) => {
        const rows = await Messages.findAll({
          attributes: ['id'],
          where: { endpointId: id },
          transaction,
        })
        const messageId = rows.map((row) => row.id)
        await Attempts.destroy({ where: { messageId }, transaction })
        await Messages.destroy({ where: { endpointId: id }, transaction })
        await Endpoints.destroy({ where: { id }, transaction })
      })
    },
  }
}
