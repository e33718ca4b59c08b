import { Router } from '@koa/router'
import { z } from 'zod'
import { requireBackend } from '../../../core/access/principal.ts'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { DocumentStore } from '../../../core/document/record/document-store.ts'
import { openDocument } from '../../../core/document/record/edit-document.ts'
import { DOCUMENT_USES, type UseDocument } from '../../../core/document/record/use-document.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { readInput } from '../../read-input.ts'

const TellUse = z
  .object({
    params: z.object({ id: z.string() }),
    body: z.strictObject({ how: z.enum(DOCUMENT_USES), version: z.int().min(1) }),
  })
  .transform(({ params, body }) => ({ id: params.id, ...body }))

/** The panel tells of fills and copies, the host of what it has imported. */
export function documentUseRoutes(deps: {
  openConsultation: OpenConsultation
  documents: Pick<DocumentStore, 'find'>
  useDocument: UseDocument
}): Router<ApiState> {
  const open = openDocument(deps)
  return new Router<ApiState>().post('/documents/:id/uses', async (ctx) => {
    const { id, how, version } = readInput(TellUse, ctx)
    const record = await open(principalOf(ctx), id)
    // From then on retention may let go of the only copy.
    if (how === 'imported') requireBackend(principalOf(ctx))
    const { reviewed } = await deps.useDocument(record, { how, version })
    ctx.state.auditFacts = { how, version, reviewed }
    ctx.body = { reviewed }
  })
}

export const documentUseDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/documents/{id}/uses',
    summary: 'It was filled into the EHR, copied, or imported by the host',
    tag: 'documents',
    security: 'bearer',
    input: TellUse,
    responses: {
      200: {
        description: 'Whether it was reviewed by then',
        schema: z.object({ reviewed: z.boolean() }),
      },
    },
    errors: ['not_found', 'forbidden', 'version_conflict', 'document_not_ready'],
  },
]
