import { z } from 'zod'

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
export const SendTelemetry = z
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
