import type { RouteDescription } from '../../describe-route.ts'
import { GetVisit, PatchVisit, VisitAnswer } from './schema.ts'

const answer = {
  description: 'What was said, what is usual, and the lists to choose from',
  schema: VisitAnswer,
}

export const visitDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/visit',
    summary: 'What the national network will be told of the visit, and what became of its record',
    tag: 'consultations',
    security: 'bearer',
    input: GetVisit,
    responses: { 200: answer },
    errors: ['not_found'],
  },
  {
    method: 'patch',
    path: '/api/v1/ehrs/{id}/visit',
    summary: 'Say something else of the visit; null takes it back to what is usual',
    tag: 'consultations',
    security: 'bearer',
    input: PatchVisit,
    responses: { 200: answer },
    errors: ['not_found'],
  },
]
