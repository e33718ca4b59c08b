import type { RouteDescription } from '../../describe-route.ts'
import {
  AskStructuredOutput,
  CheckedSchemaAnswer,
  CheckSchema,
  StructuredOutputAnswer,
} from './schema.ts'

export const structuredOutputDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/structured-schemas/check',
    summary: 'Prove a schema for structured output; each fault with its path in the schema',
    tag: 'documents',
    security: 'bearer',
    input: CheckSchema,
    responses: {
      200: {
        description: 'Usable, with what is missing but harmless',
        schema: CheckedSchemaAnswer,
      },
    },
    errors: ['validation_error'],
  },
  {
    method: 'post',
    path: '/api/v1/documents/{id}/structured-output',
    summary: 'The data of one document in the shape of a schema; null where nothing is certain',
    tag: 'documents',
    security: 'bearer',
    input: AskStructuredOutput,
    responses: {
      200: {
        description:
          'The data; with Accept: application/x-ndjson one event a line, the last is done or failed',
        schema: StructuredOutputAnswer,
      },
    },
    errors: [
      'validation_error',
      'not_found',
      'version_conflict',
      'document_not_ready',
      'structured_output_failed',
      'generation_failed',
      'generation_timeout',
    ],
  },
]
