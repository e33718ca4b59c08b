import { shownUrl, type WebhookEndpoint } from '../core/webhooks/endpoint.ts'
import type { Admin } from './deps.ts'
import { findRef } from './find-ref.ts'

/**
 * By name, id or the beginning of the id. @throws {AppError} `webhook_not_found`,
 * `webhook_ambiguous`
 */
export async function findWebhook({ webhooks }: Admin, ref: string): Promise<WebhookEndpoint> {
  return findRef(await webhooks.endpoints.list(), ref, 'webhook')
}

/** What an administrator may know: no secret, and nothing of a query, which may be one. */
export function presentWebhook(endpoint: WebhookEndpoint) {
  const { id, organizationId, name, events, content, state, disabledBecause } = endpoint
  const { createdAt, secrets } = endpoint
  return {
    id,
    organizationId,
    name,
    url: shownUrl(endpoint.url),
    events,
    content,
    state,
    disabledBecause,
    createdAt,
    previousSecretUntil: secrets.previous?.until ?? null,
  }
}
