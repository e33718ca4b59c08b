import { Router } from '@koa/router'
import type { GeneratorStatus, SessionInfo, SpeechStatus } from '../../../core/contract/api.ts'
import type { FindHold } from '../../../core/outgoing/hold.ts'
import { type ApiState, principalOf } from '../../context.ts'

interface Deps {
  speechStatus: () => SpeechStatus
  generatorStatus: () => GeneratorStatus
  /** Absent: everything may leave. */
  findHold?: FindHold
  consentLater?: boolean
  telemetry?: boolean
  /** In ms. */
  recordingLimits: { warnAfter: number; pauseAfter: number }
}

/**
 * What the plugin asks when it starts: who am I, until when, and what can the box do (SPEC-GAPS
 * 1.7).
 */
export function sessionRoutes(deps: Deps): Router<ApiState> {
  const {
    speechStatus,
    generatorStatus,
    findHold = () => null,
    consentLater = true,
    telemetry = false,
    recordingLimits,
  } = deps
  return new Router<ApiState>().post('/session/validate', (ctx) => {
    const { organizationId, organizationName, iframeConsent, doctorId, expiresAt } =
      principalOf(ctx)
    const hold = findHold()
    ctx.body = {
      organization: { id: organizationId, name: organizationName },
      doctor_id: doctorId,
      expires_at: expiresAt.toISOString(),
      speech: speechStatus(),
      generator: generatorStatus(),
      ...(hold && { outgoing_held: hold.because }),
      consent_later: consentLater,
      iframe_consent: iframeConsent,
      telemetry,
      recording: {
        warn_after_ms: recordingLimits.warnAfter,
        pause_after_ms: recordingLimits.pauseAfter,
      },
    } satisfies SessionInfo
  })
}
