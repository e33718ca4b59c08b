import { Router } from '@koa/router'
import type { ConsultationUseCases } from '../../../core/consultation/use-cases.ts'
import { patchedTextUses, preparedTextUses } from '../../../core/visit-use/text-use.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { noteTexts } from '../../note-texts.ts'
import { readInput } from '../../read-input.ts'
import { presentEhr } from './presenter.ts'
import { GetEhr, OpenEhr, PatchEhr } from './schema.ts'

/**
 * Consultations as the plugin opens and changes them. There is no list and no search (spec §1.4).
 */
export function ehrRoutes(consultations: ConsultationUseCases): Router<ApiState> {
  return new Router<ApiState>()
    .put('/ehrs/by-external-id', async (ctx) => {
      const input = readInput(OpenEhr, ctx)
      const opened = await consultations.prepareConsultation(principalOf(ctx), input)
      ctx.status = opened.created ? 201 : 200
      noteTexts(ctx, preparedTextUses(input, opened))
      ctx.body = presentEhr(opened.consultation)
    })
    .get('/ehrs/:id', async (ctx) => {
      const ehrId = readInput(GetEhr, ctx)
      ctx.body = presentEhr(await consultations.openConsultation(principalOf(ctx), ehrId))
    })
    .patch('/ehrs/:id', async (ctx) => {
      const { ehrId, patch } = readInput(PatchEhr, ctx)
      const result = await consultations.patchConsultation(principalOf(ctx), ehrId, patch)
      const { applied, reason } = result
      noteTexts(ctx, patchedTextUses(patch, result))
      ctx.body = { ...presentEhr(result.consultation), applied, reason }
    })
}
