import { createHash } from 'node:crypto'
import { Router } from '@koa/router'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { OwnModels } from '../../../core/templates/own-models.ts'
import type { TemplateCatalogue } from '../../../core/templates/template-catalogue.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { presentChoosable, presentTemplate } from './presenter.ts'
import { ChangeModel, CreateModel, ListModels, RemoveModel } from './schema.ts'

export interface TemplateRoutesDeps {
  openConsultation: OpenConsultation
  /** What is there for everybody. */
  templates: Pick<TemplateCatalogue, 'listShared'>
  models: OwnModels
}

/**
 * The document models the caller can choose from, and those that doctors make for themselves
 * (SPEC-GAPS 2.8).
 */
export function templateRoutes(deps: TemplateRoutesDeps): Router<ApiState> {
  const { openConsultation, templates, models } = deps

  /** Who asks: the token's doctor, who may have taken the consultation over from another. */
  async function doctorOf(ctx: Parameters<typeof principalOf>[0], id: string) {
    const principal = principalOf(ctx)
    const { organizationId, externalDoctorId } = await openConsultation(principal, id)
    return { organizationId, externalDoctorId: principal.doctorId ?? externalDoctorId }
  }

  return new Router<ApiState>()
    .get('/templates', async (ctx) => {
      const all = await templates.listShared(principalOf(ctx).organizationId)
      ctx.body = { templates: all.map(presentTemplate) }
    })
    .get('/ehrs/:id/templates', async (ctx) => {
      const { id } = readInput(ListModels, ctx)
      const doctor = await doctorOf(ctx, id)
      const choice = await models.list(doctor)
      const body = { templates: choice.map(presentChoosable), may_share: models.mayShare }
      const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
      ctx.set('ETag', etag)
      // Not `ctx.fresh`: a script's own If-None-Match makes browsers add `no-cache`, which would
      // undo it.
      if (ctx.get('If-None-Match') === etag) ctx.status = 304
      else ctx.body = body
    })
    .post('/ehrs/:id/templates', async (ctx) => {
      const { id, model } = readInput(CreateModel, ctx)
      const doctor = await doctorOf(ctx, id)
      ctx.status = 201
      ctx.body = presentChoosable(await models.create(doctor, model))
    })
    .put('/ehrs/:id/templates/:template_id', async (ctx) => {
      const { id, modelId, model } = readInput(ChangeModel, ctx)
      const doctor = await doctorOf(ctx, id)
      ctx.body = presentChoosable(await models.change(doctor, modelId, model))
    })
    .delete('/ehrs/:id/templates/:template_id', async (ctx) => {
      const { id, modelId } = readInput(RemoveModel, ctx)
      const doctor = await doctorOf(ctx, id)
      await models.remove(doctor, modelId)
      ctx.status = 204
    })
}
