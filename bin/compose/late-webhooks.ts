import type { WebhookAdmin } from '../../cli/subject-deps.ts'
import { atFirstCall } from '../at-first-call.ts'

/** With what calls receivers, and counts: most commands do neither. */
export function lateWebhooks(load: () => Promise<WebhookAdmin>): WebhookAdmin {
  let loaded: Promise<WebhookAdmin> | undefined
  const whole = () => {
    loaded ??= load()
    return loaded
  }
  return {
    manage: atFirstCall<WebhookAdmin['manage']>(async () => (await whole()).manage, {
      add: true,
      rotate: true,
      disable: true,
      enable: true,
      remove: true,
      test: true,
      retry: true,
      retryFailed: true,
    }),
    endpoints: atFirstCall<WebhookAdmin['endpoints']>(async () => (await whole()).endpoints, {
      list: true,
    }),
    messages: atFirstCall<WebhookAdmin['messages']>(async () => (await whole()).messages, {
      list: true,
      attemptsOf: true,
    }),
  }
}
