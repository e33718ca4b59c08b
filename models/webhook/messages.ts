import {
  literal,
  Op,
  QueryTypes,
  type Sequelize,
  type Transaction,
  type WhereOptions,
} from 'sequelize'
import { UNDO_MS } from '../../core/document/record/delete-document.ts'
import { LEASE_MS } from '../../core/webhooks/deliver-message.ts'
import type { WebhookContent, WebhookEndpoint, WebhookEvent } from '../../core/webhooks/endpoint.ts'
import { LONGEST_WAIT_MS } from '../../core/webhooks/judge.ts'
import type {
  MessageState,
  WebhookAttempt,
  WebhookIssue,
  WebhookMessage,
} from '../../core/webhooks/message.ts'
import type { ClaimedMessage, MessageStore } from '../../core/webhooks/ports.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'
import { webhookMessageContext } from './outbox.ts'
import { WebhookAttemptRow, WebhookEndpointRow, WebhookMessageRow } from './webhook-rows.ts'

interface Deps {
  sequelize: Sequelize
  seal: ConsultationSeal
  openEndpoint: (row: WebhookEndpointRow) => WebhookEndpoint
  now: () => Date
}

const NO_LEASE = { leaseOwner: null, leaseExpiresAt: null }
const PRUNED_AT_ONCE = 1000
const DISABLED = literal(`(SELECT id FROM webhook_endpoints WHERE state = 'disabled')`)
const HELD = literal('(SELECT id FROM consultations WHERE held_at IS NOT NULL)')
/**
 * Free, or held by one whose time is over; a lease from far ahead was taken under a clock that was
 * wrong.
 */
const isFree = (message: string) =>
  `(${message}.lease_expires_at IS NULL OR ${message}.lease_expires_at <= :now OR ${message}.lease_expires_at > :latestLease)`
/** What is due later than anything ever is was stored under a clock that was wrong. */
const DUE = '(m.due_at <= :now OR m.due_at > :latestDue)'
/**
 * The words of a document that somebody deleted wait, for the deletion may be taken back; ids are
 * told all the same.
 */
const STANDS = `(m.content = 'none' OR NOT EXISTS (SELECT 1 FROM documents d
  WHERE d.id = m.document_id AND d.deleted_at IS NOT NULL))`
/** One at a time to each endpoint: so it is told in order while all goes well. */
const MAY_GO = `FROM webhook_messages m JOIN webhook_endpoints e ON e.id = m.endpoint_id
    WHERE m.state = 'pending' AND e.state = 'enabled' AND ${DUE} AND ${isFree('m')} AND ${STANDS}
      AND NOT EXISTS (SELECT 1 FROM webhook_messages other WHERE other.endpoint_id = m.endpoint_id
        AND other.id <> m.id AND other.state = 'pending' AND NOT ${isFree('other')})`
const FIRST = 'ORDER BY m.due_at, m.id LIMIT 1'
const claimWhere = (only: string) => `UPDATE webhook_messages
  SET lease_owner = :owner, lease_expires_at = :until
  WHERE id = (SELECT m.id ${MAY_GO} ${only} ${FIRST})
  AND state = 'pending' AND ${isFree('webhook_messages')}
  RETURNING id`
/**
 * Several servers: each locks an endpoint, passing over those that others look at, and takes of its
 * messages what it sees after that. In one statement two might each take one of the same endpoint.
 */
const LOCK_ENDPOINT = `SELECT e.id ${MAY_GO} ${FIRST} FOR NO KEY UPDATE OF e SKIP LOCKED`

/**
 * `MessageStore` on rows: each change is conditional, so two processes never send the same at once.
 */
export function webhookMessages({ sequelize, seal, openEndpoint, now }: Deps): MessageStore {
  const Messages = WebhookMessageRow.attach(sequelize)
  const Attempts = WebhookAttemptRow.attach(sequelize)
  const Endpoints = WebhookEndpointRow.attach(sequelize)
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  const isShared = sequelize.getDialect() === 'postgres'

  async function opened(row: WebhookMessageRow): Promise<ClaimedMessage['sending']> {
    try {
      const endpointRow = await Endpoints.findByPk(row.endpointId, { rejectOnEmpty: true })
      const context = webhookMessageContext(row.id)
      const body = await seal.open(row.consultationId, context, row.sealedBody)
      return { endpoint: openEndpoint(endpointRow), body }
    } catch {
      // What it was is logged by its issue; the error may not be told.
      return null
    }
  }

  async function claimOne(
    replacements: Record<string, unknown>,
    { only = '', transaction = null }: { only?: string; transaction?: Transaction | null } = {},
  ): Promise<string | null> {
    const [rows] = await sequelize.query(claimWhere(only), { replacements, transaction })
    return (rows as { id: string }[])[0]?.id ?? null
  }

  async function claimShared(replacements: Record<string, unknown>): Promise<string | null> {
    for (;;) {
      const claimed = await sequelize.transaction(async (transaction) => {
        const [locked] = await sequelize.query<{ id: string }>(LOCK_ENDPOINT, {
          replacements,
          type: QueryTypes.SELECT,
          transaction,
        })
        if (!locked) return { id: null }
        const only = `AND e.id = ${sequelize.escape(locked.id)}`
        const id = await claimOne(replacements, { only, transaction })
        // Taken by another between its two looks: then the next is looked for.
        return id === null ? null : { id }
      })
      if (claimed) return claimed.id
    }
  }

  function deletedForGood() {
    const until = sequelize.escape(inMs(-UNDO_MS))
    return literal(`(SELECT id FROM documents WHERE deleted_at < ${until})`)
  }

  function pruneSome(before: Date): Promise<number> {
    return sequelize.transaction(async (transaction) => {
      const rows = await Messages.findAll({
        attributes: ['id'],
        where: {
          consultationId: { [Op.notIn]: HELD },
          [Op.or]: [
            { endedAt: { [Op.lt]: before } },
            { createdAt: { [Op.lt]: before }, state: 'pending', endpointId: { [Op.in]: DISABLED } },
            {
              content: { [Op.ne]: 'none' },
              state: { [Op.ne]: 'delivered' },
              documentId: { [Op.in]: deletedForGood() },
            },
          ],
        },
        limit: PRUNED_AT_ONCE,
        transaction,
      })
      const ids = rows.map(({ id }) => id)
      await Attempts.destroy({ where: { messageId: ids }, transaction })
      await Messages.destroy({ where: { id: ids }, transaction })
      return ids.length
    })
  }

  return {
    async claimNext(owner, leaseMs) {
      const replacements = {
        owner,
        now: now(),
        until: inMs(leaseMs),
        latestLease: inMs(LEASE_MS),
        latestDue: inMs(LONGEST_WAIT_MS),
      }
      const claimed = await (isShared ? claimShared(replacements) : claimOne(replacements))
      const row = claimed && (await Messages.findByPk(claimed))
      return row ? { ...toDomain(row), sending: await opened(row) } : null
    },

    async settle(id, owner, { attempt, verdict, at }) {
      return sequelize.transaction(async (transaction) => {
        // Locked: nobody takes it from a server that seems gone, and is not.
        const where = { id, leaseOwner: owner }
        const row = await Messages.findOne({ where, transaction, lock: true })
        if (!row) return false
        const isOver = verdict.state !== 'pending'
        // Content that arrived is not kept; ids are, so that they can be told again.
        const isSpent = verdict.state === 'delivered' && row.content !== 'none'
        await row.update(
          {
            ...NO_LEASE,
            state: verdict.state,
            attempts: attempt.number,
            dueAt: verdict.state === 'pending' ? new Date(at.getTime() + verdict.waitMs) : null,
            endedAt: isOver ? at : null,
            ...(isSpent && { sealedBody: Buffer.alloc(0) }),
          },
          { transaction },
        )
        const line = (await Attempts.count({ where: { messageId: id }, transaction })) + 1
        await Attempts.create({ messageId: id, line, ...attempt }, { transaction })
        if (verdict.state === 'failed' && verdict.endpointGone)
          await Endpoints.update(
            { state: 'disabled', disabledBecause: 'gone' },
            { where: { id: row.endpointId }, transaction },
          )
        return true
      })
    },

    async release(id, owner, delayMs) {
      await Messages.update(
        // At once means in its old place: before those that came after it.
        { ...NO_LEASE, ...(delayMs > 0 && { dueAt: inMs(delayMs) }) },
        { where: { id, leaseOwner: owner, state: 'pending' } },
      )
    },

    async releaseLeasesOf(isGone) {
      const held = await Messages.findAll({
        attributes: ['id', 'leaseOwner'],
        where: { leaseOwner: { [Op.ne]: null } },
      })
      let released = 0
      for (const { id, leaseOwner } of held) {
        if (leaseOwner === null || !isGone(leaseOwner)) continue
        const [changed] = await Messages.update(NO_LEASE, { where: { id, leaseOwner } })
        released += changed
      }
      return released
    },

    async nextDueInMs() {
      const [next] = await sequelize.query<{ due_at: string | Date | null }>(
        `SELECT MIN(m.due_at) AS due_at FROM webhook_messages m
         JOIN webhook_endpoints e ON e.id = m.endpoint_id
         WHERE m.state = 'pending' AND e.state = 'enabled' AND ${STANDS}`,
        { type: QueryTypes.SELECT },
      )
      if (!next?.due_at) return null
      return Math.max(0, new Date(next.due_at).getTime() - now().getTime())
    },

    async list({ endpointId, state, beginsWith, limit }) {
      const rows = await Messages.findAll({
        attributes: { exclude: ['sealedBody'] },
        where: {
          ...(endpointId !== undefined && { endpointId }),
          ...(state !== undefined && { state }),
          ...(beginsWith !== undefined && { id: { [Op.startsWith]: beginsWith } }),
        },
        order: [['id', 'DESC']],
        limit,
      })
      return rows.map(toDomain)
    },

    async attemptsOf(messageIds) {
      const rows = await Attempts.findAll({
        where: { messageId: [...messageIds] },
        order: [['line', 'ASC']],
      })
      const byMessage = new Map<string, WebhookAttempt[]>(messageIds.map((id) => [id, []]))
      for (const row of rows) byMessage.get(row.messageId)?.push(toAttempt(row))
      return byMessage
    },

    async retry(choice, at) {
      const chosen: WhereOptions<WebhookMessageRow> =
        'ids' in choice
          ? { id: [...choice.ids], state: ['failed', 'delivered'] }
          : { endpointId: choice.failedOf, state: 'failed' }
      return sequelize.transaction(async (transaction) => {
        const rows = await Messages.findAll({ where: chosen, order: [['id', 'ASC']], transaction })
        const ids = rows.filter(({ sealedBody }) => sealedBody.length > 0).map(({ id }) => id)
        await Messages.update(
          { state: 'pending', attempts: 0, dueAt: at, endedAt: null },
          { where: { id: ids }, transaction },
        )
        return ids
      })
    },

    async prune(before) {
      let pruned = 0
      for (let last = PRUNED_AT_ONCE; last === PRUNED_AT_ONCE; pruned += last)
        last = await pruneSome(before)
      return pruned
    },

    async figures() {
      const byState = { pending: 0, delivered: 0, failed: 0 }
      for (const { state, count } of await Messages.count({ group: ['state'] }))
        byState[state as MessageState] = count
      const endpoints = { enabled: 0, disabled: 0 }
      for (const { state, count } of await Endpoints.count({ group: ['state'] }))
        endpoints[state as WebhookEndpoint['state']] = count
      const [oldest] = await sequelize.query<{ at: string | Date | null }>(
        `SELECT MIN(m.created_at) AS at FROM webhook_messages m
         JOIN webhook_endpoints e ON e.id = m.endpoint_id
         WHERE m.state = 'pending' AND e.state = 'enabled' AND ${STANDS}`,
        { type: QueryTypes.SELECT },
      )
      return { byState, endpoints, oldestPendingAt: oldest?.at ? new Date(oldest.at) : null }
    },
  }
}

function toDomain(row: WebhookMessageRow): WebhookMessage {
  const { id, organizationId, endpointId, consultationId, documentId, attempts } = row
  return {
    id,
    organizationId,
    endpointId,
    consultationId,
    documentId,
    attempts,
    event: row.event as WebhookEvent,
    content: row.content as WebhookContent,
    state: row.state as MessageState,
    dueAt: row.dueAt,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  }
}

function toAttempt({
  number,
  startedAt,
  durationMs,
  status,
  issue,
}: WebhookAttemptRow): WebhookAttempt {
  return { number, startedAt, durationMs, status, issue: issue as WebhookIssue | null }
}
