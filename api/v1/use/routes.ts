import { Router } from '@koa/router'
import { z } from 'zod'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import { InputUseInfo } from '../../../core/contract/input-use.ts'
import { presentUse } from '../../../core/input-use/input-use.ts'
import type { VisitUse } from '../../../core/visit-use/visit-use.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { readInput } from '../../read-input.ts'

const GetUse = z
  .object({ params: z.object({ id: z.string() }) })
  .transform(({ params }) => params.id)
const UseAnswer = z.object({
  complete: z.boolean(),
  inputs: z.array(
    z.object({
      kind: z.enum(['recording', 'file', 'context', 'background_history']),
      id: z.uuid(),
      use: InputUseInfo,
    }),
  ),
})

/** How much of what was given to a visit was used, and which parts were not. */
export function useRoutes(deps: {
  openConsultation: OpenConsultation
  visitUse: (consultationId: string) => Promise<VisitUse>
}): Router<ApiState> {
  return new Router<ApiState>().get('/ehrs/:id/use', async (ctx) => {
    const { id } = await deps.openConsultation(principalOf(ctx), readInput(GetUse, ctx))
    const { complete, inputs } = await deps.visitUse(id)
    ctx.body = {
      complete,
      inputs: inputs.map(({ kind, id, use }) => ({ kind, id, use: presentUse(use) })),
    } satisfies z.infer<typeof UseAnswer>
  })
}

export const useDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/use',
    summary:
      'How much of what was given was used, and which parts were not: where, why, what to do',
    tag: 'consultations',
    security: 'bearer',
    input: GetUse,
    responses: { 200: { description: 'The account of the visit', schema: UseAnswer } },
    errors: ['not_found'],
  },
]
