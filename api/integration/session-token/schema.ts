import { z } from 'zod'
import { HostText } from '../../host-id.ts'

/**
 * Spec §4.1: the wire's names come in, ours go out. `patient_id` and `consultation_id` are ours
 * (SPEC-GAPS C3).
 */
export const CreateSessionToken = z
  .object({
    body: z.object({
      /**
       * Seconds (spec §8); without it, or as null, the operator's default, 43200 unless lowered.
       */
      expiration: z.int().min(1800).max(86_400).nullish(),
      doctor_id: HostText.nullish(),
      /**
       * These narrow what the token opens: a host that has nothing to say here must not get a token
       * for everything.
       */
      patient_id: HostText.min(1).optional(),
      consultation_id: HostText.min(1).optional(),
      /** Ours too: absent, one that names a doctor, a patient or a consultation is a page's. */
      holder: z.enum(['page', 'backend']).optional(),
    }),
  })
  .transform(({ body }) => ({
    doctorId: body.doctor_id || undefined,
    patientId: body.patient_id,
    consultationId: body.consultation_id,
    validForS: body.expiration ?? undefined,
    holder: body.holder,
  }))

export const SessionToken = z.object({ access: z.string(), access_expiration: z.iso.datetime() })
