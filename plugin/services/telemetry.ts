/**
 * How the plugin is used, in numbers, for the operator's own metrics (SPEC-GAPS 1.16). Nothing
 * leaves the browser unless the operator switched it on, and nothing at all where the host says
 * `enableTelemetry: false`.
 */
import type { SessionInfo } from '../../core/contract/api.ts'
import type { TelemetryBody, TelemetryEvent } from '../../core/contract/telemetry.ts'
import type { AppDeps } from '../host/app-contract.ts'
import { browserFamily } from './browser-support.ts'

const EVERY_MS = 60_000
/** Told at every word, and worth nothing as a number. */
const UNCOUNTED = new Set(['svc.plugin.ehr.transcriptions', 'svc.plugin.error.auth'])

export interface Telemetry {
  /** The same dependencies, with what passes through them counted. */
  readonly deps: AppDeps
  /** The last batch. */
  stop(): void
}

export function telemetry(deps: AppDeps, version: string): Telemetry {
  if (!deps.settings.enableTelemetry) return { deps, stop() {} }
  const { session, publish } = deps
  const openedAt = performance.now()
  const counts = new Map<string, TelemetryEvent>()
  note('opened')
  const timer = setInterval(() => void flush(), EVERY_MS)

  function note(event: string, more: Pick<TelemetryEvent, 'duration_ms' | 'error_code'> = {}) {
    const key = `${event} ${more.error_code ?? ''}`
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { event, count: 1, ...more })
  }

  /** What cannot be sent is forgotten: it is not worth a second try. */
  async function flush() {
    if (counts.size === 0 || session.credentials.ended) return
    const events = [...counts.values()]
    counts.clear()
    try {
      const info: SessionInfo = await session.info()
      if (!info.telemetry) return
      const body: TelemetryBody = { version, browser: browserFamily(), events }
      await session.api.request({ method: 'POST', path: '/telemetry', body })
    } catch {
      // Forgotten, as said.
    }
  }

  return {
    deps: {
      ...deps,
      publish: ((...message: [string, unknown?]) => {
        const [name] = message
        if (!UNCOUNTED.has(name)) note(name.replace('svc.plugin.', ''))
        const passOn = publish as (...message: [string, unknown?]) => void
        passOn(...message)
      }) as AppDeps['publish'],
      onReady() {
        note('ready', { duration_ms: Math.round(performance.now() - openedAt) })
        deps.onReady()
      },
      onFailed(error) {
        const code = String((error as { code?: unknown })?.code ?? 'unknown')
        note('open.failed', { error_code: /^[A-Za-z_]{1,48}$/.test(code) ? code : 'unknown' })
        deps.onFailed(error)
      },
    },
    stop() {
      clearInterval(timer)
      note('closed')
      void flush()
    },
  }
}
