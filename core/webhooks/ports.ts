/** What webhooks need of the world: rows that outlive the process, and a wire. */
import type { WebhookEndpoint } from './endpoint.ts'
import type { Verdict } from './judge.ts'
import type { MessageState, SendOutcome, WebhookAttempt, WebhookMessage } from './message.ts'

export interface EndpointStore {
  create(endpoint: WebhookEndpoint): Promise<void>
  find(id: string): Promise<WebhookEndpoint | null>
  /** Oldest first. */
  list(organizationId?: string): Promise<WebhookEndpoint[]>
  /** @returns false when it is not there any more */
  save(endpoint: WebhookEndpoint): Promise<boolean>
  /** With all that waits for it, and its log. */
  remove(id: string): Promise<void>
}

/** A message that this process holds the lease of. */
export interface ClaimedMessage extends WebhookMessage {
  /** Null: it does not open any more, or its endpoint's settings do not. */
  sending: { endpoint: WebhookEndpoint; body: string } | null
}

export interface EndedAttempt {
  attempt: WebhookAttempt
  verdict: Verdict
  at: Date
}

export interface MessageStore {
  /**
   * The one that has been due longest, of enabled endpoints, one at a time for each of them: two
   * nodes never hold the same message, and while all goes well an endpoint is told in order. Null
   * when nothing is to be done now.
   */
  claimNext(owner: string, leaseMs: number): Promise<ClaimedMessage | null>
  /**
   * The log's line, what becomes of the message and, at `endpointGone`, of the endpoint: all or
   * nothing. Content that has arrived is not kept.
   * @returns false when the lease was lost or the message erased; then nothing is written
   */
  settle(id: string, owner: string, ended: EndedAttempt): Promise<boolean>
  /** Given back without an attempt. */
  release(id: string, owner: string, delayMs: number): Promise<void>
  /** Takes the leases of owners that are known to be gone. @returns how many */
  releaseLeasesOf(isGone: (owner: string) => boolean): Promise<number>
  /** In ms from now, not below 0; null when nothing waits. */
  nextDueInMs(): Promise<number | null>
  list(filter: MessageFilter): Promise<WebhookMessage[]>
  attemptsOf(messageIds: readonly string[]): Promise<Map<string, WebhookAttempt[]>>
  /**
   * Due now, with all attempts before it. @returns ids of those that were failed or, with its body
   * still there, delivered
   */
  retry(choice: { ids: readonly string[] } | { failedOf: string }, at: Date): Promise<string[]>
  /**
   * Takes out of the log what ended before `before`, and what has waited since then for a disabled
   * endpoint. What the law holds stays.
   * @returns how many messages
   */
  prune(before: Date): Promise<number>
  figures(): Promise<MessageFigures>
}

export interface MessageFilter {
  endpointId?: string | undefined
  state?: MessageState | undefined
  /** An id, or the beginning of one. */
  beginsWith?: string | undefined
  limit: number
}

export interface MessageFigures {
  byState: Record<MessageState, number>
  /** Oldest waiting message of enabled endpoints; null when none waits. */
  oldestPendingAt: Date | null
  endpoints: Record<WebhookEndpoint['state'], number>
}

export interface SendRequest {
  url: string
  /** `webhook-id` */
  id: string
  body: string
  /** `whsec_…`: signed by each. */
  secrets: readonly string[]
  at: Date
  signal: AbortSignal
}

/** @throws `signal.reason` when aborted; everything else is an outcome */
export type SendWebhook = (request: SendRequest) => Promise<SendOutcome>

export interface AddressCheck {
  /** `unresolved`: the name is not known here, now. */
  verdict: 'allowed' | 'address_not_allowed' | 'http_not_allowed' | 'unresolved'
  /** What the name leads to. */
  addresses: readonly string[]
}

/** Whether this machine's settings let anything be sent there, before anything is. */
export type CheckAddress = (url: string) => Promise<AddressCheck>
