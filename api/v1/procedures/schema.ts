import { z } from 'zod'
import type { ProceduresBody } from '../../../core/contract/api.ts'

const Id = z.object({ id: z.string() })
/** Far beyond any visit, so that a body cannot ask for endless look-ups. */
const MOST = 30
const MOST_TIMES = 99
const Chosen = z
  .array(
    z.strictObject({
      code: z.string().trim().min(1).max(16),
      quantity: z.int().min(1).max(MOST_TIMES).default(1),
    }),
  )
  .max(MOST)

export const GetProcedures = z.object({ params: Id }).transform(({ params }) => params)

/** Misspelt fields are refused, or a doctor would believe them saved. */
export const PutProcedures = z
  .object({
    params: Id,
    body: z.strictObject({ procedures: Chosen, seen: Chosen.optional() }),
  })
  .transform(({ params, body }) => ({ id: params.id, chosen: body.procedures, seen: body.seen }))

export const ProceduresAnswer = z.object({
  suggestions: z.array(
    z.object({ code: z.string(), display: z.string(), text: z.string(), score: z.number() }),
  ),
  confirmed: z.array(
    z.object({
      code: z.string(),
      display: z.string(),
      quantity: z.number().int(),
      confirmed_at: z.iso.datetime(),
    }),
  ),
  origin: z.enum(['starter', 'imported']).nullable(),
}) satisfies z.ZodType<ProceduresBody>
