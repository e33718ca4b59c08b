import { z } from 'zod'
import type { DiagnosesBody } from '../../../core/contract/api.ts'
import { describing } from '../../describing.ts'
import { Code, ConsultationId, chosenCodes, SuggestedCodes } from '../confirmed-codes.ts'

const Chosen = chosenCodes(z.strictObject({ code: Code, principal: z.boolean() }))

/** Misspelt fields are refused, or a doctor would believe them saved. */
export const PutDiagnoses = z
  .object({
    params: ConsultationId,
    body: z.strictObject({ diagnoses: Chosen, seen: Chosen.optional() }),
  })
  .transform(({ params, body }) => ({ id: params.id, chosen: body.diagnoses, seen: body.seen }))

export const DiagnosesAnswer = describing<DiagnosesBody>()(
  z.object({
    suggestions: SuggestedCodes,
    confirmed: z.array(
      z.object({
        code: z.string(),
        display: z.string(),
        principal: z.boolean(),
        confirmed_at: z.iso.datetime(),
      }),
    ),
  }),
)
