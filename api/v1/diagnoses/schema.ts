import { z } from 'zod'
import type { DiagnosesBody } from '../../../core/contract/api.ts'

const Id = z.object({ id: z.string() })
/** Far beyond any visit, so that a body cannot ask for endless look-ups. */
const MOST = 30
const Chosen = z
  .array(z.strictObject({ code: z.string().trim().min(1).max(16), principal: z.boolean() }))
  .max(MOST)

export const GetDiagnoses = z.object({ params: Id }).transform(({ params }) => params)

/** Misspelt fields are refused, or a doctor would believe them saved. */
export const PutDiagnoses = z
  .object({
    params: Id,
    body: z.strictObject({ diagnoses: Chosen, seen: Chosen.optional() }),
  })
  .transform(({ params, body }) => ({ id: params.id, chosen: body.diagnoses, seen: body.seen }))

export const DiagnosesAnswer = z.object({
  suggestions: z.array(
    z.object({ code: z.string(), display: z.string(), text: z.string(), score: z.number() }),
  ),
  confirmed: z.array(
    z.object({
      code: z.string(),
      display: z.string(),
      principal: z.boolean(),
      confirmed_at: z.iso.datetime(),
    }),
  ),
}) satisfies z.ZodType<DiagnosesBody>
