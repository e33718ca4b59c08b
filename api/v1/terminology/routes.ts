import { Router } from '@koa/router'
import type { TerminologySearchBody } from '../../../core/contract/api.ts'
import type { Terminology } from '../../../core/terminology/ports.ts'
import type { ApiState } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { SearchTerminology } from './schema.ts'

/** Codes by what a doctor types. Public tables: the same for every organization. */
export function terminologyRoutes({ terminology }: { terminology: Terminology }): Router<ApiState> {
  return new Router<ApiState>().get('/terminology/search', async (ctx) => {
    const { system, text, limit } = readInput(SearchTerminology, ctx)
    const hits = await terminology.search(system, text, { limit })
    const table = (await terminology.tables()).find((one) => one.system === system)
    ctx.body = {
      system,
      origin: table?.origin ?? null,
      results: hits.map(({ code, display, score }) => ({ code, display, score })),
    } satisfies TerminologySearchBody
  })
}
