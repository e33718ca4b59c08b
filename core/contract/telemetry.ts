/**
 * Usage data of the plugin (SPEC-GAPS 1.16): how often and how long, for the operator's own
 * metrics. Never words, sound, file names, or identifiers of a patient, a doctor or a consultation.
 */

/** `POST /api/v1/telemetry`, answered with 204. */
export interface TelemetryBody {
  /** Of the plugin. */
  version: string
  browser: 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'
  events: TelemetryEvent[]
}

export interface TelemetryEvent {
  /** The plugin's own event without `svc.plugin.`, or `open.failed`. */
  event: string
  /** How often since the last batch. */
  count: number
  /** Only of `ready`: from `mount` on. */
  duration_ms?: number
  /** Only of `open.failed`: the stable code. */
  error_code?: string
}
