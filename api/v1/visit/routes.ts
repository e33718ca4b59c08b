import { Router } from '@koa/router'
import type { ReviewVisit } from '../../../core/rnds/visit-review.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { presentVisit } from './presenter.ts'
import { GetVisit, PatchVisit } from './schema.ts'

/** What the national network will be told of a visit, for its doctor. */
export function visitRoutes(visit: ReviewVisit): Router<ApiState> {
  return new Router<ApiState>()
    .get('/ehrs/:id/visit', async (ctx) => {
      const { id } = readInput(GetVisit, ctx)
      ctx.body = presentVisit(await visit.read(principalOf(ctx), id))
    })
    .patch('/ehrs/:id/visit', async (ctx) => {
      const { id, change } = readInput(PatchVisit, ctx)
      ctx.body = presentVisit(await visit.change(principalOf(ctx), id, change))
    })
}
