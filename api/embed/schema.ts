import { z } from 'zod'
import { HostId } from '../host-id.ts'

/** `POST /embed/session`: what the frame knows, in exchange for a token it may use. */
export const OpenEmbedSession = z
  .object({
    headers: z.object({ 'x-svc-token': z.string().optional() }),
    body: z.object({
      source: z.enum(['query', 'message']),
      bearer_token: z.string().min(1).max(8192).optional(),
      consultation_id: HostId,
      doctor_id: HostId,
      patient_id: HostId,
      host_origin: z.string().max(512).nullable(),
    }),
  })
  .transform(({ headers, body }) => ({
    source: body.source,
    authToken: headers['x-svc-token'],
    bearerToken: body.bearer_token,
    consultationId: body.consultation_id,
    doctorId: body.doctor_id,
    patientId: body.patient_id,
    hostOrigin: body.host_origin,
  }))
