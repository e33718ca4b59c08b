import type { WebhookEndpoint } from './endpoint.ts'
import type { WebhookIssue } from './message.ts'

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
