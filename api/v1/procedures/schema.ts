import { z } from 'zod'
import type { ProceduresBody } from '../../../core/contract/api.ts'
import { describing } from '../../describing.ts'
import { Code, ConsultationId, chosenCodes, SuggestedCodes } from '../confirmed-codes.ts'

const MOST_TIMES = 99
const Chosen = chosenCodes(
  z.strictObject({ code: Code, quantity: z.int().min(1).max(MOST_TIMES).default(1) }),
)

/** Misspelt fields are refused, or a doctor would believe them saved. */
export const PutProcedures = z
  .object({
    params: ConsultationId,
    body: z.strictObject({ procedures: Chosen, seen: Chosen.optional() }),
  })
  .transform(({ params, body }) => ({ id: params.id, chosen: body.procedures, seen: body.seen }))

export const ProceduresAnswer = describing<ProceduresBody>()(
  z.object({
    suggestions: SuggestedCodes,
    confirmed: z.array(
      z.object({
        code: z.string(),
        display: z.string(),
        quantity: z.number().int(),
        confirmed_at: z.iso.datetime(),
      }),
    ),
    origin: z.enum(['starter', 'imported']).nullable(),
  }),
)
