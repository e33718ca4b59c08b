import { Gauge, type Registry } from 'prom-client'
import type { Overdue } from '../../core/retention/overdue.ts'

interface Deps {
  registry: Registry
  overdue(): Promise<Overdue[]>
  now: () => Date
}

/** It reads all that is kept: often enough for hours and days. */
const FRESH_MS = 5 * 60_000

/** What should be gone by its rule and is not, by kind. Counts and times only. */
export function retentionMetrics({ registry, overdue, now }: Deps): void {
  let reading: { at: number; found: Promise<Overdue[]> } | null = null
  const read = () => {
    const at = now().getTime()
    if (!reading || Math.abs(at - reading.at) >= FRESH_MS) {
      const found = overdue()
      reading = { at, found }
      found.catch(() => {
        reading = null
      })
    }
    return reading.found
  }
  const gauge = (name: string, help: string, tell: (one: Overdue) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        for (const one of await read()) this.set({ kind: one.category }, tell(one))
      },
    })
  gauge(
    'svc_retention_overdue',
    'Things that are over their time by the rules, by kind; a day is no delay, everything is gone through once a day.',
    ({ items }) => items,
  )
  gauge(
    'svc_retention_oldest_overdue_seconds',
    'How long the oldest of them has been over its time, by kind; 0 when nothing is.',
    ({ oldestMs }) => oldestMs / 1000,
  )
  gauge(
    'svc_retention_held',
    'Things that are over their time and are kept by a legal hold, by kind.',
    ({ held }) => held,
  )
}
