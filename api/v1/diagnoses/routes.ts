import { Router } from '@koa/router'
import type { ConfirmDiagnoses } from '../../../core/coding/confirm-diagnoses.ts'
import type { SuggestDiagnoses } from '../../../core/coding/suggest-diagnoses.ts'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { DiagnosisStore } from '../../../core/terminology/ports.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { GetCodes } from '../confirmed-codes.ts'
import { presentDiagnoses } from './presenter.ts'
import { PutDiagnoses } from './schema.ts'

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
