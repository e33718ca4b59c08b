import type { RouteDescription } from '../../describe-route.ts'
import { GetCodes } from '../confirmed-codes.ts'
import { ProceduresAnswer, PutProcedures } from './schema.ts'

const answer = {
  description: 'Suggested and confirmed, and whether the SIGTAP table is the whole one',
  schema: ProceduresAnswer,
}

export const procedureDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/procedures',
    summary: 'SIGTAP codes of what the documents say was done, and those the doctor confirmed',
    tag: 'documents',
    security: 'bearer',
    input: GetCodes,
    responses: { 200: answer },
    errors: ['not_found'],
  },
  {
    method: 'put',
    path: '/api/v1/ehrs/{id}/procedures',
    summary: 'The procedures the doctor says were done in this consultation; none clears them',
    tag: 'documents',
    security: 'bearer',
    input: PutProcedures,
    responses: { 200: answer },
    errors: ['not_found'],
  },
]
