import { Router } from '@koa/router'
import { z } from 'zod'
import type { ConfirmProcedures } from '../../../core/coding/confirm-codes.ts'
import type {
  SuggestedProcedures,
  SuggestProcedures,
} from '../../../core/coding/suggest-procedures.ts'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { ProceduresBody } from '../../../core/contract/api.ts'
import type { ConfirmedProcedure, ProcedureStore } from '../../../core/terminology/ports.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { readInput } from '../../read-input.ts'
import { Code, ConsultationId, chosenCodes, GetCodes, SuggestedCodes } from '../confirmed-codes.ts'

const MOST_TIMES = 99
const Chosen = chosenCodes(
  z.strictObject({ code: Code, quantity: z.int().min(1).max(MOST_TIMES).default(1) }),
)

/** Misspelt fields are refused, or a doctor would believe them saved. */
const PutProcedures = z
  .object({
    params: ConsultationId,
    body: z.strictObject({ procedures: Chosen, seen: Chosen.optional() }),
  })
  .transform(({ params, body }) => ({ id: params.id, chosen: body.procedures, seen: body.seen }))

const ProceduresAnswer = describing<ProceduresBody>()(
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

export interface ProcedureRoutesDeps {
  openConsultation: OpenConsultation
  procedures: ProcedureStore
  suggestProcedures: SuggestProcedures
  confirmProcedures: ConfirmProcedures
}

/**
 * The procedures done in a consultation: what the documents suggest, and what the doctor stands
 * for.
 */
export function procedureRoutes(deps: ProcedureRoutesDeps): Router<ApiState> {
  const { openConsultation, procedures, suggestProcedures, confirmProcedures } = deps
  return new Router<ApiState>()
    .get('/ehrs/:id/procedures', async (ctx) => {
      const { id } = readInput(GetCodes, ctx)
      const consultation = await openConsultation(principalOf(ctx), id)
      ctx.body = presentProcedures(
        await suggestProcedures(consultation.id),
        await procedures.list(consultation.id),
      )
    })
    .put('/ehrs/:id/procedures', async (ctx) => {
      const input = readInput(PutProcedures, ctx)
      const principal = principalOf(ctx)
      const consultation = await openConsultation(principal, input.id)
      const by = principal.doctorId ?? consultation.externalDoctorId
      const confirmed = await confirmProcedures(consultation, { ...input, by })
      ctx.body = presentProcedures(await suggestProcedures(consultation.id), confirmed)
    })
}

/** Suggestions that are confirmed already are suggestions no more. */
function presentProcedures(
  { suggestions, origin }: SuggestedProcedures,
  confirmed: readonly ConfirmedProcedure[],
): ProceduresBody {
  const taken = new Set(confirmed.map(({ code }) => code))
  return {
    suggestions: suggestions.filter(({ code }) => !taken.has(code)),
    confirmed: confirmed.map(({ code, display, quantity, confirmedAt }) => ({
      code,
      display,
      quantity,
      confirmed_at: confirmedAt.toISOString(),
    })),
    origin,
  }
}

const answer = {
  description: 'Suggested and confirmed, and whether the SIGTAP table is the whole one',
  schema: ProceduresAnswer,
}

export const procedureDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/procedures',
    summary: 'SIGTAP codes of what the documents say was done, and those the doctor confirmed',
    tag: 'documents',
    security: 'bearer',
    input: GetCodes,
    responses: { 200: answer },
    errors: ['not_found'],
  },
  {
    method: 'put',
    path: '/api/v1/ehrs/{id}/procedures',
    summary: 'The procedures the doctor says were done in this consultation; none clears them',
    tag: 'documents',
    security: 'bearer',
    input: PutProcedures,
    responses: { 200: answer },
    errors: ['not_found'],
  },
]
