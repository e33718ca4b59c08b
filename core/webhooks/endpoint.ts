/**
 * An address of a host's backend that is told of what happens in an organization (SPEC-GAPS 1.10).
 * None is there unless an administrator added it.
 */
export const webhookEvents = [
  'document_generated',
  'consultation_completed',
  /** A record for the national network waits for what an administrator has to mend. */
  'rnds_waiting',
  /** It no longer does: the network took it, or refused it. */
  'rnds_resumed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** `none`: ids only. The others carry the document itself, in Base64. */
export const webhookContents = ['none', 'markdown', 'json'] as const
export type WebhookContent = (typeof webhookContents)[number]

export interface WebhookEndpoint {
  id: string
  organizationId: string
  name: string
  url: string
  events: readonly WebhookEvent[]
  content: WebhookContent
  state: 'enabled' | 'disabled'
  /** `gone`: it answered 410. Null while enabled. */
  disabledBecause: 'administrator' | 'gone' | null
  secrets: WebhookSecrets
  createdAt: Date
}

/** Each as `whsec_` and Base64. */
export interface WebhookSecrets {
  current: string
  /** The one before, by which everything is signed as well until then. */
  previous: { secret: string; until: Date } | null
}

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** @param randomBase64 so many random bytes, in Base64 */
export function newSecret(randomBase64: (bytes: number) => string): string {
  return PREFIX + randomBase64(SECRET_BYTES)
}

/** By which secrets something sent now is signed, the current one first. */
export function secretsAt({ current, previous }: WebhookSecrets, at: Date): string[] {
  return previous && previous.until > at ? [current, previous.secret] : [current]
}

/** For people: what stands in a query may be a credential, and is not told. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search ? '?…' : ''}`
}
