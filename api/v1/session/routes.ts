import { Router } from '@koa/router'
import { z } from 'zod'
import type { GeneratorStatus, SessionInfo, SpeechStatus } from '../../../core/contract/api.ts'
import type { FindHold } from '../../../core/outgoing/hold.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { describing } from '../../describing.ts'

/** `POST /api/v1/session/validate` */
export const SessionInfoBody = describing<SessionInfo>()(
  z.object({
    organization: z.object({ id: z.uuid(), name: z.string() }),
    doctor_id: z.string().nullable(),
    expires_at: z.iso.datetime(),
    speech: z.object({
      state: z.enum(['ready', 'preparing', 'unavailable']),
      engine: z.string().nullable(),
      model: z.string().nullable(),
      message: z.string().nullable(),
    }),
    outgoing_held: z.enum(['restored', 'administrator', 'unreadable']).optional(),
    consent_later: z.boolean(),
    iframe_consent: z.enum(['host', 'click']).optional(),
    telemetry: z.boolean(),
    generator: z.object({
      kind: z.enum(['rules', 'llama', 'remote']),
      model: z.string().nullable(),
      fallback: z
        .literal(true)
        .exactOptional()
        .describe('The box’s own engine writes: the server of the network does not answer'),
      unproven: z
        .literal(true)
        .exactOptional()
        .describe('The language model is not proven to write whole documents here'),
    }),
    recording: z
      .object({ warn_after_ms: z.number(), pause_after_ms: z.number() })
      .describe(
        'When a running recording says how long it has become, and when it pauses by itself',
      ),
  }),
)

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
