import { Router } from '@koa/router'
import type { TemplateCatalogue } from '../../../core/document/template-catalogue.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { presentTemplate } from './presenter.ts'

/** The document models the caller's organization can choose from. */
export function templateRoutes({
  templates,
}: {
  templates: Pick<TemplateCatalogue, 'list'>
}): Router<ApiState> {
  return new Router<ApiState>().get('/templates', async (ctx) => {
    const all = await templates.list(principalOf(ctx).organizationId)
    ctx.body = { templates: all.map(presentTemplate) }
  })
}
