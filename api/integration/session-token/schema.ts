import { z } from 'zod'
import { HostText } from '../../host-id.ts'

/** Spec §4.1: the wire's names come in, ours go out. `patient_id` and `consultation_id` are ours (SPEC-GAPS C3). */
export const CreateSessionToken = z
  .object({
    body: z.object({
      /** Seconds (spec §8); without it the operator's default, 43200 unless lowered. */
      expiration: z.int().min(1800).max(86_400).optional(),
      doctor_id: HostText.optional(),
      patient_id: HostText.optional(),
      consultation_id: HostText.optional(),
    }),
  })
  .transform(({ body }) => ({
    doctorId: body.doctor_id || undefined,
    patientId: body.patient_id || undefined,
    consultationId: body.consultation_id || undefined,
    validForS: body.expiration,
  }))

export const SessionToken = z.object({ access: z.string(), access_expiration: z.iso.datetime() })
