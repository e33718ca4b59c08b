import { z } from 'zod'
import { RECORD_TYPES } from '../../../../core/rnds/profile-package.ts'
import { MODES } from './simulator-modes.ts'

const Named = { ehr_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }
/**
 * Which appointment of the sample EHR: its patient, and its own number of the visit; and which of
 * its records.
 */
const Appointment = z.object({
  patient: z.string().min(1).max(64),
  consultation: z.string().min(1).max(255),
  type: z.enum(RECORD_TYPES).default('RAC'),
})

export const SeeRecord = z
  .object({ params: z.object(Named), query: Appointment })
  .transform(({ params, query }) => ({ ehrId: params.ehr_id, ...query }))

export const ChangeRecord = z
  .object({ params: z.object(Named), body: Appointment })
  .transform(({ params, body }) => ({ ehrId: params.ehr_id, ...body }))

export const RemoveRecord = z
  .object({
    params: z.object(Named),
    body: Appointment.extend({ reason: z.string().max(1000) }),
  })
  .transform(({ params, body }) => ({ ehrId: params.ehr_id, ...body }))

export const ChangeMode = z
  .object({ body: z.object({ mode: z.enum(MODES) }) })
  .transform(({ body }) => body)
