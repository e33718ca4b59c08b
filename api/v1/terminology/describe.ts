import type { RouteDescription } from '../../describe-route.ts'
import { SearchBody, SearchTerminology } from './schema.ts'

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
