import { Counter, Gauge, type Registry } from 'prom-client'
import type { SubmissionStore } from '../../core/rnds/ports.ts'
import type { SubmissionEvent } from '../../core/rnds/submission.ts'

/** Counts what happens to records, and tells how many are in which state; no identifiers. */
export function networkMetrics(
  registry: Registry,
  { countByState, countWaiting }: Pick<SubmissionStore, 'countByState' | 'countWaiting'>,
): (event: SubmissionEvent) => void {
  const events = new Counter({
    name: 'svc_rnds_events_total',
    help: 'What happened to records of the national network, by document type.',
    labelNames: ['document_type', 'event'],
    registers: [registry],
  })
  new Gauge({
    name: 'svc_rnds_records',
    help: 'Records of the national network by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const [state, count] of Object.entries(await countByState())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'svc_rnds_waiting',
    help: 'Records that wait for more than their turn, by what they wait for.',
    labelNames: ['cause'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { cause, records } of await countWaiting()) this.set({ cause }, records)
    },
  })
  return ({ documentType, event }) => events.inc({ document_type: documentType, event })
}
