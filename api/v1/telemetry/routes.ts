import { Router } from '@koa/router'
import { Counter, Histogram, type Registry } from 'prom-client'
import { z } from 'zod'
import type { ApiState } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { readInput } from '../../read-input.ts'

/**
 * More kinds of a label than this are one: `other`. A stranger's inventions must not fill the
 * memory.
 */
const MOST_LABELS = 60

/**
 * What the plugin counts, added to the operator's metrics and kept nowhere else (SPEC-GAPS 1.16).
 * Mounted only where the operator switched `telemetry` on.
 */
export function telemetryRoutes(registry: Registry): Router<ApiState> {
  const events = new Counter({
    name: 'svc_plugin_events_total',
    help: 'Events of plugins by name, browser family and plugin version.',
    labelNames: ['event', 'browser', 'version'],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'svc_plugin_open_failures_total',
    help: 'Consultations that plugins could not open, by error code.',
    labelNames: ['code', 'browser', 'version'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'svc_plugin_ready_seconds',
    help: 'From mount until the plugin was ready.',
    labelNames: ['browser', 'version'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 15],
    registers: [registry],
  })
  const versionOf = known()
  const codeOf = known()

  return new Router<ApiState>().post('/telemetry', (ctx) => {
    const { version: given, browser, events: batch } = readInput(SendTelemetry, ctx)
    const version = versionOf(given)
    for (const { event, count, duration_ms, error_code } of batch) {
      events.inc({ event, browser, version }, count)
      if (error_code !== undefined)
        failures.inc({ code: codeOf(error_code), browser, version }, count)
      if (duration_ms !== undefined) seconds.observe({ browser, version }, duration_ms / 1000)
    }
    ctx.status = 204
  })
}

function known() {
  const seen = new Set<string>()
  return (label: string) => {
    if (seen.size < MOST_LABELS) seen.add(label)
    return seen.has(label) ? label : 'other'
  }
}

/** The whole list: nothing else is counted (SPEC-GAPS 1.16). */
const EVENTS = [
  'opened',
  'ready',
  'open.failed',
  'closed',
  'ehr.created',
  'recorder.started',
  'recorder.paused',
  'ehr.document.created',
  'ehr.document.copied',
  'ehr.document.minimized',
  'ehr.fill',
  'ehr.structured_output',
  'maximized',
  'file.upload.started',
  'file.upload.success',
  'file.upload.error',
] as const

/** `POST /api/v1/telemetry`. Strict: a field that is not listed is refused, whatever it holds. */
const SendTelemetry = z
  .object({
    body: z.strictObject({
      version: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
      browser: z.enum(['chrome', 'edge', 'firefox', 'safari', 'other']),
      events: z
        .array(
          z.strictObject({
            event: z.enum(EVENTS),
            count: z.int().min(1).max(10_000),
            duration_ms: z.int().min(0).max(86_400_000).optional(),
            error_code: z
              .string()
              .regex(/^[A-Za-z_]{1,48}$/)
              .optional(),
          }),
        )
        .min(1)
        .max(50),
    }),
  })
  .transform(({ body }) => body)

export const telemetryDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/telemetry',
    summary: 'Counts of the plugin’s events for /metrics; only where the setting telemetry is on',
    tag: 'service',
    security: 'bearer',
    input: SendTelemetry,
    responses: { 204: { description: 'Counted' } },
  },
]
