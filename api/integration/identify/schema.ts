import { z } from 'zod'
import { HostId } from '../../host-id.ts'

/** Spec §4.1 and SPEC-GAPS 1.6: a token for one consultation. */
export const Identify = z
  .object({
    body: z.object({
      consultation_id: HostId,
      doctor_id: HostId,
      patient_id: HostId,
      /**
       * Seconds; the floor is lower than a session token's, since this one opens a single
       * consultation.
       */
      expiration: z.int().min(60).max(86_400).nullable().default(43_200),
    }),
  })
  .transform(({ body }) => ({
    consultationId: body.consultation_id,
    doctorId: body.doctor_id,
    patientId: body.patient_id,
    validForS: body.expiration ?? 43_200,
  }))

export const ConsultationToken = z.object({ token: z.string() })
