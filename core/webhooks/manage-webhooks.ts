/** Webhooks, for the administrator. The only way one comes into being. */
import { AppError } from '../errors.ts'
import { testBody } from './body.ts'
import {
  newSecret,
  secretsAt,
  type WebhookContent,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookEvents,
} from './endpoint.ts'
import { judge } from './judge.ts'
import type { SendOutcome, WebhookIssue } from './message.ts'
import type {
  AddressCheck,
  CheckAddress,
  EndpointStore,
  MessageStore,
  SendWebhook,
} from './ports.ts'

interface Deps {
  endpoints: EndpointStore
  messages: Pick<MessageStore, 'retry' | 'list'>
  checkAddress: CheckAddress
  send: SendWebhook
  randomBase64: (bytes: number) => string
  newMessageId: () => string
  newId: () => string
  now: () => Date
}

export interface AddWebhook {
  organizationId: string
  url: string
  /** The address's host unless said. */
  name?: string | undefined
  /** All unless said. */
  events?: readonly WebhookEvent[] | undefined
  content?: WebhookContent | undefined
}

export interface TestedWebhook {
  messageId: string
  /** Null when no answer came. */
  status: number | null
  /** Null when it was taken. */
  issue: WebhookIssue | null
  durationMs: number
}

export interface ManageWebhooks {
  /**
   * @returns the only copy of the secret there will ever be
   * @throws {AppError} `webhook_url_invalid`, `webhook_http_refused`, `webhook_address_refused`
   */
  add(
    input: AddWebhook,
  ): Promise<{ endpoint: WebhookEndpoint; secret: string; check: AddressCheck }>
  /** Everything is signed with both secrets for `overlapMs`. @returns the new one, once */
  rotate(id: string, overlapMs: number): Promise<{ endpoint: WebhookEndpoint; secret: string }>
  /** Stops sending: waiting messages stay where they are; later ones are not kept for it. */
  disable(id: string): Promise<WebhookEndpoint>
  /** Waiting messages go on. */
  enable(id: string): Promise<WebhookEndpoint>
  remove(id: string): Promise<WebhookEndpoint>
  /** Sends `test` from this machine now, once. */
  test(id: string, signal: AbortSignal): Promise<TestedWebhook>
  /** @throws {AppError} `webhook_message_not_found`, `webhook_not_retryable` */
  retry(messageId: string): Promise<string[]>
  /** All of an endpoint that were given up. @returns their ids */
  retryFailed(endpointId: string): Promise<string[]>
}

const LONGEST_URL = 2000

export function manageWebhooks(deps: Deps): ManageWebhooks {
  const { endpoints, messages, checkAddress, send, now } = deps

  async function get(id: string): Promise<WebhookEndpoint> {
    const endpoint = await endpoints.find(id)
    if (!endpoint) throw notThere(id)
    return endpoint
  }

  async function save(endpoint: WebhookEndpoint): Promise<WebhookEndpoint> {
    if (!(await endpoints.save(endpoint))) throw notThere(endpoint.id)
    return endpoint
  }

  return {
    async add({ organizationId, url, name, events = webhookEvents, content = 'none' }) {
      const { host } = readUrl(url)
      const check = await checkAddress(url)
      refuse(url, check)
      const secret = newSecret(deps.randomBase64)
      const endpoint: WebhookEndpoint = {
        id: deps.newId(),
        organizationId,
        name: name ?? host,
        url,
        events,
        content,
        state: 'enabled',
        disabledBecause: null,
        secrets: { current: secret, previous: null },
        createdAt: now(),
      }
      await endpoints.create(endpoint)
      return { endpoint, secret, check }
    },

    async rotate(id, overlapMs) {
      const before = await get(id)
      const secret = newSecret(deps.randomBase64)
      const until = new Date(now().getTime() + overlapMs)
      const previous = overlapMs > 0 ? { secret: before.secrets.current, until } : null
      return { endpoint: await save({ ...before, secrets: { current: secret, previous } }), secret }
    },

    disable: async (id) =>
      save({ ...(await get(id)), state: 'disabled', disabledBecause: 'administrator' }),
    enable: async (id) => save({ ...(await get(id)), state: 'enabled', disabledBecause: null }),

    async remove(id) {
      const endpoint = await get(id)
      await endpoints.remove(id)
      return endpoint
    },

    async test(id, signal) {
      const { url, organizationId, secrets } = await get(id)
      const at = now()
      const messageId = deps.newMessageId()
      const outcome: SendOutcome = await send({
        url,
        id: messageId,
        at,
        signal,
        secrets: secretsAt(secrets, at),
        body: testBody(id, organizationId, at),
      })
      const verdict = judge(outcome, 1, 0)
      return {
        messageId,
        status: outcome.kind === 'answered' ? outcome.status : null,
        issue: verdict.state === 'delivered' ? null : verdict.issue,
        durationMs: now().getTime() - at.getTime(),
      }
    },

    async retry(messageId) {
      const [message, ...others] = await messages.list({ beginsWith: messageId, limit: 2 })
      if (!message || others.length > 0)
        throw new AppError(
          'not-found',
          'webhook_message_not_found',
          message
            ? `"${messageId}" means several messages. Use the whole id.`
            : `No message is "${messageId}". See: svcctl webhook deliveries`,
        )
      const retried = await messages.retry({ ids: [message.id] }, now())
      if (retried.length > 0) return retried
      throw new AppError(
        'conflict',
        'webhook_not_retryable',
        message.state === 'pending'
          ? `${message.id} waits for its next attempt already.`
          : `${message.id} was delivered, and its content was not kept.`,
      )
    },

    retryFailed: (endpointId) => messages.retry({ failedOf: endpointId }, now()),
  }
}

function readUrl(text: string): URL {
  const url = text.length <= LONGEST_URL && URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash)
    return url
  throw new AppError(
    'invalid',
    'webhook_url_invalid',
    'The address of a webhook is https://host/path, without a user, a password or a fragment.',
  )
}

function refuse(url: string, { verdict, addresses }: AddressCheck): void {
  if (verdict === 'http_not_allowed')
    throw new AppError(
      'rejected',
      'webhook_http_refused',
      'Over http everybody on the way can read and alter what is told. Use https. Where that cannot be: svcctl config set webhookHttp true, and restart the service.',
    )
  if (verdict === 'address_not_allowed') {
    const { hostname } = new URL(url)
    const meant = addresses.includes(hostname) ? '' : ` (${addresses.join(', ')})`
    throw new AppError(
      'rejected',
      'webhook_address_refused',
      `${hostname}${meant} is not a public address. If it is your EHR, allow exactly it, beside what is allowed already: svcctl config set webhookNetworks ${addresses.join(',')} (or a network, 10.20.0.0/16), and restart the service.`,
    )
  }
}

function notThere(id: string): AppError {
  return new AppError(
    'not-found',
    'webhook_not_found',
    `No webhook is ${id}. See: svcctl webhook list`,
  )
}
