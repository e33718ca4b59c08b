import { z } from 'zod'
import type { SessionInfo } from '../../../core/contract/api.ts'
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
