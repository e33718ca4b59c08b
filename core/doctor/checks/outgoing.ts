import { holdReason } from '../../outgoing/hold.ts'
import type { Check } from '../check.ts'

/** A restored copy that took over and was never told so keeps everything to itself. */
export const outgoingHeld: Check = {
  id: 'outgoing.held',
  title: 'outgoing',
  async run(host) {
    const held = await host.outgoing()
    if (!held) return { severity: 'ok', what: 'open' }
    const { hold, waiting } = held
    const waits = waiting
      ? ` ${waiting.webhooks} webhooks and ${waiting.records} records wait.`
      : ''
    return {
      severity: 'warning',
      what: `Nothing leaves this box since ${hold.since.toISOString()}: ${holdReason(hold)}.${waits}`,
      why: 'No webhook, no record of the national network, no backup by the schedule. Right for a drill; wrong where it takes the place of the other machine.',
      fix: 'svcctl outgoing resume',
    }
  },
}
