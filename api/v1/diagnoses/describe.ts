import type { RouteDescription } from '../../describe-route.ts'
import { GetCodes } from '../confirmed-codes.ts'
import { DiagnosesAnswer, PutDiagnoses } from './schema.ts'

const answer = { description: 'Suggested and confirmed', schema: DiagnosesAnswer }

export const diagnosisDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/diagnoses',
    summary: 'CID-10 codes that the documents suggest, and those the doctor confirmed',
    tag: 'documents',
    security: 'bearer',
    input: GetCodes,
    responses: { 200: answer },
    errors: ['not_found'],
  },
  {
    method: 'put',
    path: '/api/v1/ehrs/{id}/diagnoses',
    summary: 'The diagnoses the doctor confirms, one of them the principal one; none clears them',
    tag: 'documents',
    security: 'bearer',
    input: PutDiagnoses,
    responses: { 200: answer },
    errors: ['not_found'],
  },
]
