import { Router } from '@koa/router'
import { z } from 'zod'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import { REWRITE_STYLES } from '../../../core/contract/rewrite.ts'
import type { DocumentStore } from '../../../core/document/record/document-store.ts'
import { openDocument } from '../../../core/document/record/edit-document.ts'
import type { PrepareRewrite } from '../../../core/document/rewriting/rewrite.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { readInput } from '../../read-input.ts'
import { streamEvents } from './generation-stream.ts'

/** What a language model with a short memory still takes, with its answer. */
const LONGEST = { lines: 60, line: 4000, all: 8000 }

export const RewriteDocument = z
  .object({
    params: z.object({ id: z.string() }),
    body: z.strictObject({
      style: z.enum(REWRITE_STYLES),
      /** As they stand in the editor, saved or not. */
      lines: z
        .array(z.string().max(LONGEST.line))
        .min(1)
        .max(LONGEST.lines)
        .refine((lines) => lines.join('').trim() !== '', 'empty')
        .refine((lines) => lines.join('').length <= LONGEST.all, 'too_long'),
    }),
  })
  .transform(({ params, body }) => ({ id: params.id, ...body }))

/**
 * Suggestions of other words (SPEC-GAPS 2.10). Every document is reached through its consultation.
 */
export function rewriteRoutes(deps: {
  openConsultation: OpenConsultation
  documents: Pick<DocumentStore, 'find'>
  rewrite: PrepareRewrite
}): Router<ApiState> {
  const open = openDocument(deps)
  return new Router<ApiState>().post('/documents/:id/rewrite', async (ctx) => {
    const { id, ...wanted } = readInput(RewriteDocument, ctx)
    const record = await open(principalOf(ctx), id)
    streamEvents(ctx, deps.rewrite.prepare(record, wanted))
  })
}

export const rewriteDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/documents/{id}/rewrite',
    summary:
      'Suggest other words for lines of a document; nothing is stored, closing the request cancels',
    tag: 'documents',
    security: 'bearer',
    input: RewriteDocument,
    responses: {
      200: {
        description: 'One event a line; the last is done or failed',
        type: 'application/x-ndjson',
      },
    },
    errors: ['not_found', 'rewrite_needs_model', 'document_not_ready'],
  },
]
