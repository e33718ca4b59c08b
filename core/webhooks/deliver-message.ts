/**
 * One attempt at one message: claimed, sent, put down. What was sent and not put down, because the
 * process was killed, is sent again under the same id; receivers tell it by that (at least once,
 * never silently not at all).
 */
import type { AuditTrail } from '../audit/ports.ts'
import type { Log } from '../log.ts'
import { secretsAt } from './endpoint.ts'
import { judge } from './judge.ts'
import type { SendOutcome } from './message.ts'
import type { ClaimedMessage, MessageStore, SendWebhook } from './ports.ts'

/** Longer than sending, its entry in the audit and putting it down together. */
export const LEASE_MS = 60_000
/** While the audit takes nothing. */
const AUDIT_PAUSE_MS = 30_000

export interface DeliveryDeps {
  store: Pick<MessageStore, 'claimNext' | 'settle' | 'release'>
  send: SendWebhook
  trail: AuditTrail
  owner: string
  now: () => Date
  /** From 0 to 1. */
  random: () => number
  /** What came of each attempt: `delivered`, or its issue. */
  onAttempt?: (outcome: string) => void
  log: Log
}

export type DeliverClaimed = (message: ClaimedMessage, signal: AbortSignal) => Promise<void>

export function deliverClaimed(deps: DeliveryDeps): DeliverClaimed {
  const { store, send, trail, owner, now, random, onAttempt, log } = deps

  /** Content that leaves the box is on record before it does. */
  async function record(message: ClaimedMessage, body: string): Promise<void> {
    const { id, organizationId, endpointId, consultationId, documentId, event, content } = message
    const { patient_id: patientId } = JSON.parse(body) as { patient_id: string }
    await trail.append({
      actor: { kind: 'system', id: 'webhooks' },
      action: 'webhook.content_sent',
      subject: documentId
        ? { kind: 'document', id: documentId }
        : { kind: 'consultation', id: consultationId },
      organizationId,
      consultationId,
      patientId,
      outcome: 'success',
      requestId: null,
      facts: { message: id, endpoint: endpointId, event, content, attempt: message.attempts + 1 },
    })
  }

  async function recordGone({ endpointId, organizationId }: ClaimedMessage): Promise<void> {
    await trail.append({
      actor: { kind: 'system', id: 'webhooks' },
      action: 'webhook.changed',
      organizationId,
      outcome: 'success',
      requestId: null,
      subject: { kind: 'webhook', id: endpointId },
      facts: { state: 'disabled', because: 'gone' },
    })
  }

  async function attempt(message: ClaimedMessage, signal: AbortSignal): Promise<SendOutcome> {
    if (!message.sending) return { kind: 'failed', issue: 'unreadable' }
    const { endpoint, body } = message.sending
    const at = now()
    const secrets = secretsAt(endpoint.secrets, at)
    return send({ url: endpoint.url, id: message.id, body, secrets, at, signal })
  }

  return async (message, signal) => {
    const { id, endpointId, content, sending } = message
    if (sending && content !== 'none')
      try {
        await record(message, sending.body)
      } catch (err) {
        log.error('webhook.not_on_record', { messageId: id, err })
        return store.release(id, owner, AUDIT_PAUSE_MS)
      }
    const startedAt = now()
    const number = message.attempts + 1
    const outcome = await attempt(message, signal).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (outcome === null) return store.release(id, owner, 0)
    const verdict = judge(outcome, number, random())
    const issue = verdict.state === 'delivered' ? null : verdict.issue
    const status = outcome.kind === 'answered' ? outcome.status : null
    const at = now()
    const durationMs = at.getTime() - startedAt.getTime()
    const line = { number, startedAt, durationMs, status, issue }
    const isKept = await store.settle(id, owner, { attempt: line, verdict, at })
    onAttempt?.(issue ?? 'delivered')
    const fields = { messageId: id, endpointId, attempt: number, status, durationMs }
    if (verdict.state === 'delivered') log.info('webhook.delivered', fields)
    else if (verdict.state === 'pending') log.warn('webhook.attempt_failed', { ...fields, issue })
    else log.error('webhook.given_up', { ...fields, issue })
    if (isKept && verdict.state === 'failed' && verdict.endpointGone) {
      log.error('webhook.endpoint_disabled', { endpointId, issue })
      await recordGone(message)
    }
  }
}
