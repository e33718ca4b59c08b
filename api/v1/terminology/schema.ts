import { z } from 'zod'
import type { TerminologySearchBody } from '../../../core/contract/api.ts'
import type { TerminologySystem } from '../../../core/terminology/ports.ts'
import { describing } from '../../describing.ts'

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

export const SearchTerminology = z
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

export const SearchBody = describing<TerminologySearchBody>()(
  z.object({
    system: System,
    origin: z.enum(['starter', 'imported']).nullable(),
    results: z.array(z.object({ code: z.string(), display: z.string(), score: z.number() })),
  }),
)
