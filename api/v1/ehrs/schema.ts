import { z } from 'zod'
import { longestContext } from '../../../core/consultation/patch.ts'
import type { Ehr } from '../../../core/contract/api.ts'
import { describing } from '../../describing.ts'
import {
  ClinicalText,
  HostId,
  HostName,
  HostText,
  readVisitFacts,
  visitFields,
} from '../../input-fields.ts'

/**
 * Documented casing goes out; any casing comes in, since the legacy frame writes it in lower case
 * (SPEC-GAPS C22).
 */
const Type = z.preprocess(
  (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  z.enum(['TELEMEDICINE', 'IN_PERSON']),
)
const ConsentStatus = z.enum(['given', 'refused', 'not_recorded'])

/** Too long is refused, never cut. */
const ContextText = ClinicalText.max(longestContext)

/** Context and history are what the host knows beforehand; what is written there already stays. */
const opening = {
  consultation_id: HostId,
  doctor_id: HostId,
  patient_id: HostId,
  type: Type.default('IN_PERSON'),
  context: ContextText.nullish(),
  background_history: ContextText.nullish(),
  name: HostName.nullish(),
}

function readOpening(body: z.output<z.ZodObject<typeof opening>>) {
  return {
    consultationId: body.consultation_id,
    doctorId: body.doctor_id,
    patientId: body.patient_id,
    type: body.type,
    context: body.context ?? undefined,
    backgroundHistory: body.background_history ?? undefined,
    name: body.name || undefined,
  }
}

/** `PUT /api/v1/ehrs/by-external-id` (SPEC-GAPS 1.7): a page knows nothing of the visit's codes. */
export const OpenEhr = z
  .object({ body: z.object(opening) })
  .transform(({ body }) => readOpening(body))

/**
 * `PUT /integration/ehrs` (SPEC-GAPS 1.7): misspelt fields are refused, or an emergency would go
 * out as a planned consultation.
 */
export const PrepareEhr = z
  .object({ body: z.strictObject({ ...opening, ...visitFields }) })
  .transform(({ body }) => ({ ...readOpening(body), visit: readVisitFacts(body) }))

const EhrId = z.object({ id: z.string() })

export const GetEhr = z.object({ params: EhrId }).transform(({ params }) => params.id)

/** `PATCH /api/v1/ehrs/{id}`: misspelt fields are refused, or a doctor would believe them saved. */
export const PatchEhr = z
  .object({
    params: EhrId,
    body: z.strictObject({
      version: z.int().min(1).optional(),
      type: Type.optional(),
      name: HostName.nullable().optional(),
      consent: z.strictObject({ status: ConsentStatus, method: HostText.optional() }).optional(),
      context_markdown: ContextText.optional(),
      append_context: ContextText.optional(),
      set_background_history: z
        .strictObject({ text: ContextText.min(1), replace_if_exists: z.boolean().default(false) })
        .optional(),
      remove_background_history: z.literal(true).optional(),
    }),
  })
  .transform(({ params, body }) => ({
    ehrId: params.id,
    patch: {
      version: body.version,
      type: body.type,
      name: body.name === '' ? null : body.name,
      consent: body.consent,
      contextMarkdown: body.context_markdown,
      appendContext: body.append_context,
      setBackgroundHistory: body.set_background_history && {
        text: body.set_background_history.text,
        replaceIfExists: body.set_background_history.replace_if_exists,
      },
      removeBackgroundHistory: body.remove_background_history,
    },
  }))

/** The answers, for the description of the interface. */
export const EhrBody = describing<Ehr>()(
  z.object({
    id: z.uuid(),
    consultation_id: z.string(),
    doctor_id: z.string(),
    patient_id: z.string(),
    type: z.enum(['TELEMEDICINE', 'IN_PERSON']),
    status: z.enum(['open', 'recording', 'paused', 'finished', 'canceled']),
    name: z.string().nullable(),
    consent: z.object({
      status: ConsentStatus,
      recorded_at: z.iso.datetime().nullable(),
      method: z.string().nullable(),
      recorded_by: z.string().nullable().optional(),
    }),
    context_markdown: z.string(),
    background_history: z.string().nullable(),
    texts_unread: z.array(z.string()).optional(),
    /** What kind of visit it is, as the host says; names and codes are those of `submit`. */
    visit: z.record(z.string(), z.string()).optional(),
    recorded_ms: z.int(),
    finished_at: z.iso.datetime().nullable(),
    /** What retention has taken away, and when. */
    erased: z
      .object({
        transcript_at: z.string().optional(),
        context_at: z.string().optional(),
        files_at: z.string().optional(),
      })
      .optional(),
    version: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
)

/** For the host's backend: what it handed over, and nothing that anybody else wrote. */
export const PreparedEhrBody = EhrBody.pick({
  id: true,
  consultation_id: true,
  doctor_id: true,
  patient_id: true,
  type: true,
  status: true,
  created_at: true,
  visit: true,
}).extend({ context_stored: z.boolean(), background_history_stored: z.boolean() })

export const PatchedEhrBody = EhrBody.extend({
  applied: z.boolean(),
  reason: z.enum(['ALREADY_EXISTS']).nullable(),
})
