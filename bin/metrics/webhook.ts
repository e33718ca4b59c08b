import { Counter, Gauge, type Registry } from 'prom-client'
import type { MessageFigures } from '../../core/webhooks/ports.ts'

interface Deps {
  registry: Registry
  figures(): Promise<MessageFigures>
  now: () => Date
}

/**
 * What becomes of webhooks: counts and outcomes, no address, no identifier. @returns the function
 * that counts an attempt by its outcome
 */
export function webhookMetrics({ registry, figures, now }: Deps): (outcome: string) => void {
  const attempts = new Counter({
    name: 'svc_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by what came of them: delivered, or why not.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // The first one counts too: what appears as 1 shows no increase.
  attempts.inc({ outcome: 'delivered' }, 0)
  let reading: Promise<MessageFigures> | null = null
  const readOnce = () => {
    reading ??= figures().finally(() => {
      reading = null
    })
    return reading
  }
  new Gauge({
    name: 'svc_webhook_messages',
    help: 'Webhooks in the log by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const [state, count] of Object.entries((await readOnce()).byState))
        this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'svc_webhook_endpoints',
    help: 'Endpoints of webhooks by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const [state, count] of Object.entries((await readOnce()).endpoints))
        this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'svc_webhook_oldest_pending_seconds',
    help: 'How long the oldest webhook that is not delivered yet has waited; 0 when none waits.',
    registers: [registry],
    async collect() {
      const since = (await readOnce()).oldestPendingAt
      this.set(since === null ? 0 : Math.max(0, (now().getTime() - since.getTime()) / 1000))
    },
  })
  return (outcome) => attempts.inc({ outcome })
}
