import type { Check } from '../check.ts'

/** A maintenance that is over, and nobody said so. */
export const draining: Check = {
  id: 'service.draining',
  title: 'visits',
  async run(host) {
    const drain = host.draining()
    if (!drain) return { severity: 'ok', what: 'may begin' }
    return {
      severity: 'warning',
      what: `No visit begins since ${drain.since.toISOString()}: svcctl drain.`,
      why: 'Right before a maintenance; doctors cannot record until it ends. A restart ends it, too.',
      fix: 'svcctl resume',
    }
  },
}
