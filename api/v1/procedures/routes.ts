import { Router } from '@koa/router'
import type { ConfirmProcedures } from '../../../core/coding/confirm-procedures.ts'
import type { SuggestProcedures } from '../../../core/coding/suggest-procedures.ts'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { ProcedureStore } from '../../../core/terminology/ports.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { GetCodes } from '../confirmed-codes.ts'
import { presentProcedures } from './presenter.ts'
import { PutProcedures } from './schema.ts'

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
