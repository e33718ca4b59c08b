import type { ConsultAdmin, WebhookAdmin } from '../../cli/subject-deps.ts'
import { atFirstCall } from '../at-first-call.ts'

/** What it needs of the rest of the product is most of it. */
export function lateConsult(load: () => Promise<ConsultAdmin>): ConsultAdmin {
  let loaded: Promise<ConsultAdmin> | undefined
  const whole = () => {
    loaded ??= load()
    return loaded
  }
  return {
    ...atFirstCall<Omit<ConsultAdmin, 'erasure' | 'holds'>>(whole, {
      ofPatient: true,
      list: true,
      beginning: true,
      verify: true,
      show: true,
    }),
    erasure: atFirstCall<ConsultAdmin['erasure']>(async () => (await whole()).erasure, {
      plan: true,
      keptCopies: true,
      erase: true,
      resume: true,
    }),
    holds: atFirstCall<ConsultAdmin['holds']>(async () => (await whole()).holds, {
      place: true,
      release: true,
      find: true,
    }),
  }
}

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
