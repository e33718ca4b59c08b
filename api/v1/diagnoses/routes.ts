import { Router } from '@koa/router'
import { z } from 'zod'
import type { ConfirmDiagnoses } from '../../../core/coding/confirm-codes.ts'
import type {
  DiagnosisSuggestion,
  SuggestDiagnoses,
} from '../../../core/coding/suggest-diagnoses.ts'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { DiagnosesBody } from '../../../core/contract/api.ts'
import type { ConfirmedDiagnosis, DiagnosisStore } from '../../../core/terminology/ports.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { readInput } from '../../read-input.ts'
import { Code, ConsultationId, chosenCodes, GetCodes, SuggestedCodes } from '../confirmed-codes.ts'

const Chosen = chosenCodes(z.strictObject({ code: Code, principal: z.boolean() }))

/** Misspelt fields are refused, or a doctor would believe them saved. */
const PutDiagnoses = z
  .object({
    params: ConsultationId,
    body: z.strictObject({ diagnoses: Chosen, seen: Chosen.optional() }),
  })
  .transform(({ params, body }) => ({ id: params.id, chosen: body.diagnoses, seen: body.seen }))

const DiagnosesAnswer = describing<DiagnosesBody>()(
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

export interface DiagnosisRoutesDeps {
  openConsultation: OpenConsultation
  diagnoses: DiagnosisStore
  suggestDiagnoses: SuggestDiagnoses
  confirmDiagnoses: ConfirmDiagnoses
}

/** The diagnoses of a consultation: what the documents suggest, and what the doctor stands for. */
export function diagnosisRoutes(deps: DiagnosisRoutesDeps): Router<ApiState> {
  const { openConsultation, diagnoses, suggestDiagnoses, confirmDiagnoses } = deps
  return new Router<ApiState>()
    .get('/ehrs/:id/diagnoses', async (ctx) => {
      const { id } = readInput(GetCodes, ctx)
      const consultation = await openConsultation(principalOf(ctx), id)
      ctx.body = presentDiagnoses(
        await suggestDiagnoses(consultation.id),
        await diagnoses.list(consultation.id),
      )
    })
    .put('/ehrs/:id/diagnoses', async (ctx) => {
      const input = readInput(PutDiagnoses, ctx)
      const principal = principalOf(ctx)
      const consultation = await openConsultation(principal, input.id)
      const by = principal.doctorId ?? consultation.externalDoctorId
      const confirmed = await confirmDiagnoses(consultation, { ...input, by })
      ctx.body = presentDiagnoses(await suggestDiagnoses(consultation.id), confirmed)
    })
}

/** Suggestions that are confirmed already are suggestions no more. */
function presentDiagnoses(
  suggestions: readonly DiagnosisSuggestion[],
  confirmed: readonly ConfirmedDiagnosis[],
): DiagnosesBody {
  const taken = new Set(confirmed.map(({ code }) => code))
  return {
    suggestions: suggestions.filter(({ code }) => !taken.has(code)),
    confirmed: confirmed.map(({ code, display, principal, confirmedAt }) => ({
      code,
      display,
      principal,
      confirmed_at: confirmedAt.toISOString(),
    })),
  }
}

const answer = { description: 'Suggested and confirmed', schema: DiagnosesAnswer }

export const diagnosisDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/diagnoses',
    summary: 'CID-10 codes that the documents suggest, and those the doctor confirmed',
    tag: 'documents',
    security: 'bearer',
    input: GetCodes,
    responses: { 200: answer },
    errors: ['not_found'],
  },
  {
    method: 'put',
    path: '/api/v1/ehrs/{id}/diagnoses',
    summary: 'The diagnoses the doctor confirms, one of them the principal one; none clears them',
    tag: 'documents',
    security: 'bearer',
    input: PutDiagnoses,
    responses: { 200: answer },
    errors: ['not_found'],
  },
]
