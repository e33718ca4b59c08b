/**
 * Something that an endpoint is to be told: written with what it tells of, sent until it arrives or
 * is given up.
 */
import type { WebhookContent, WebhookEndpoint, WebhookEvent } from './endpoint.ts'

export type MessageState = 'pending' | 'delivered' | 'failed'
export const messageStates = [
  'pending',
  'delivered',
  'failed',
] as const satisfies readonly MessageState[]

/** A message as lists show it; nothing of its body. */
export interface WebhookMessage {
  /**
   * What goes out as `webhook-id`, the same at every attempt; a later one sorts behind an earlier
   * one.
   */
  id: string
  organizationId: string
  endpointId: string
  consultationId: string
  documentId: string | null
  event: WebhookEvent
  content: WebhookContent
  state: MessageState
  /** Attempts that ended. */
  attempts: number
  /** When the next attempt is due; null when there is none. */
  dueAt: Date | null
  createdAt: Date
  endedAt: Date | null
}

/** One line of the delivery log. */
export interface WebhookAttempt {
  /** From 1. */
  number: number
  startedAt: Date
  durationMs: number
  /** Status of the answer; null when none came. */
  status: number | null
  /** Why it does not count as delivered; null when it does. */
  issue: WebhookIssue | null
}

/** Why an attempt came to nothing, as a word; nothing of an answer's body is ever kept. */
export type WebhookIssue =
  | 'refused_by_receiver'
  | 'gone'
  | 'redirected'
  | 'timeout'
  | 'name_not_found'
  | 'connection_refused'
  | 'unreachable'
  | 'connection_lost'
  | 'address_not_allowed'
  | 'http_not_allowed'
  | 'tls_untrusted'
  | 'tls_expired'
  | 'tls_wrong_name'
  | 'tls_failed'
  | 'ca_unreadable'
  | 'unreadable'

/** What came of one attempt on the wire. */
export type SendOutcome =
  | { kind: 'answered'; status: number; retryAfterS: number | null }
  | { kind: 'failed'; issue: WebhookIssue }

/** `msg_` and 32 hexadecimal digits: milliseconds, a count within them, and 48 random bits. */
export function messageIds(now: () => Date, randomHex: (bytes: number) => string): () => string {
  let lastMs = 0
  let count = 0
  return () => {
    const ms = now().getTime()
    // A clock that is set back does not turn the order around.
    if (ms > lastMs) {
      lastMs = ms
      count = 0
    } else if (++count > MOST_A_MILLISECOND) {
      lastMs++
      count = 0
    }
    return `msg_${hex(lastMs, 12)}${hex(count, 8)}${randomHex(6)}`
  }
}

const MOST_A_MILLISECOND = 0xffff_ffff

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** How an endpoint stands, for the doctor. */
export interface EndpointHealth {
  id: string
  name: string
  state: WebhookEndpoint['state']
  disabledBecause: WebhookEndpoint['disabledBecause']
  /** Its address and its secrets; null: they do not open under this master key. */
  settings: { url: string; hasSecret: boolean } | null
  /** Messages that were given up, and are kept for another try. */
  failed: number
  /**
   * Since when nothing has arrived there although something was tried; null: the last attempt
   * arrived, or none was made.
   */
  failingSince: Date | null
  /** Why the last attempt came to nothing. */
  issue: WebhookIssue | null
}

const PREFIX = /^whsec_/

/** Whether something can be signed by it. */
export function isSecret(text: string): boolean {
  return PREFIX.test(text) && text.length > 'whsec_'.length
}
