import { Router } from '@koa/router'
import { z } from 'zod'
import type { TerminologySearchBody } from '../../../core/contract/api.ts'
import type { Terminology, TerminologySystem } from '../../../core/terminology/ports.ts'
import type { ApiState } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { readInput } from '../../read-input.ts'

const System = z.enum([
  'CID10',
  'CIAP2',
  'SIGTAP',
  'TUSS',
  'CBO',
  'CATMAT',
  'MEDICAMENTO',
  'ALERGENO',
  'IMUNOBIOLOGICO',
]) satisfies z.ZodType<TerminologySystem>

/** What is typed while it is typed: long enough for a title, short enough for a search. */
const LONGEST_QUERY = 200
const MOST_RESULTS = 50

const SearchTerminology = z
  .object({
    query: z.object({
      system: z.preprocess(
        (value) => (typeof value === 'string' ? value.toUpperCase().replace('-', '') : value),
        System.default('CID10'),
      ),
      q: z.string().trim().min(1).max(LONGEST_QUERY),
      limit: z.coerce.number().int().min(1).max(MOST_RESULTS).default(10),
    }),
  })
  .transform(({ query }) => ({ system: query.system, text: query.q, limit: query.limit }))

const SearchBody = describing<TerminologySearchBody>()(
  z.object({
    system: System,
    origin: z.enum(['starter', 'imported']).nullable(),
    results: z.array(z.object({ code: z.string(), display: z.string(), score: z.number() })),
  }),
)

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

export const terminologyDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/terminology/search',
    summary: 'Codes by words, abbreviation, or the beginning of a code; best first',
    tag: 'documents',
    security: 'bearer',
    input: SearchTerminology,
    responses: {
      200: { description: 'The codes, and whether the table is the whole one', schema: SearchBody },
    },
  },
]
