import { Counter, Histogram, type Registry } from 'prom-client'
import type { Log } from '../../core/log.ts'

/** One line a request, which the access log counts and times itself. */
const COUNTED_ELSEWHERE = 'http.request'

/**
 * What an alert or a panel counts (config/operations), by the level it is logged with. There at 0
 * from the start: Prometheus sees no increase in a counter that appears as 1, and the first failure
 * of a backup would alert nobody.
 */
export const WATCHED_EVENTS: Readonly<Record<keyof Log, readonly string[]>> = {
  debug: [],
  info: ['document.written'],
  warn: ['document.failed', 'speech.engine_ended'],
  error: [
    'audio.write_failed',
    'audio.flush_failed',
    'engine.hangs',
    'engine.crashed',
    'document.failed',
    'tls.certificate_refused',
    'backup.failed',
    'backup.check_failed',
    'audit.failed',
    'audit.broken',
    'webhook.given_up',
    'webhook.endpoint_disabled',
  ],
}

/**
 * A log that `/metrics` counts along: what happened, how often, and how long it took where a line
 * says so. Whatever is worth a line is worth an alert, and event names are few and ours.
 */
export function meteredLog(log: Log, registry: Registry): Log {
  const events = new Counter({
    name: 'svc_events_total',
    help: 'Log lines by level and event, written or not.',
    labelNames: ['level', 'event'],
    registers: [registry],
  })
  for (const [level, watched] of Object.entries(WATCHED_EVENTS))
    for (const event of watched) events.inc({ level, event }, 0)
  const seconds = new Histogram({
    name: 'svc_event_duration_seconds',
    help: 'How long it took, of events that say so: document.written, job.done and others.',
    labelNames: ['event'],
    buckets: [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000],
    registers: [registry],
  })
  // Present from the start as well, so that the first document is seen as an increase.
  seconds.zero({ event: 'document.written' })
  const counted =
    (level: keyof Log): Log['info'] =>
    (event, fields) => {
      if (event !== COUNTED_ELSEWHERE) {
        events.inc({ level, event })
        if (typeof fields?.durationMs === 'number')
          seconds.observe({ event }, fields.durationMs / 1000)
      }
      log[level](event, fields)
    }
  return {
    debug: counted('debug'),
    info: counted('info'),
    warn: counted('warn'),
    error: counted('error'),
  }
}
