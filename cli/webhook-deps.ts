import type { ManageWebhooks } from '../core/webhooks/manage-webhooks.ts'
import type { EndpointStore, MessageStore } from '../core/webhooks/ports.ts'

/**
 * Part of `Admin`: straight on the data folder; only adding (a look at the name) and testing open
 * anything.
 */
export interface WebhookAdmin {
  manage: ManageWebhooks
  endpoints: Pick<EndpointStore, 'list'>
  messages: Pick<MessageStore, 'list' | 'attemptsOf'>
}
