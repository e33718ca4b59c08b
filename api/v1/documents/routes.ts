import { Router } from '@koa/router'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { DocumentsBody } from '../../../core/contract/api.ts'
import type { DocumentStore } from '../../../core/document/document-store.ts'
import {
  type EditDocument,
  openDocument,
  type ReviewDocument as ReviewDocumentUseCase,
} from '../../../core/document/edit-document.ts'
import { presentDocument } from '../../../core/document/present-document.ts'
import type { WriteDocument } from '../../../core/document/write-document.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { streamGeneration } from './generation-stream.ts'
import { ById, CreateDocument, PatchDocument, ReviewDocument } from './schema.ts'

export interface DocumentRoutesDeps {
  openConsultation: OpenConsultation
  documents: DocumentStore
  writeDocument: WriteDocument
  editDocument: EditDocument
  reviewDocument: ReviewDocumentUseCase
}

/** The life of documents (SPEC-GAPS 1.7). Every path leads through the consultation: strangers get 404. */
export function documentRoutes(deps: DocumentRoutesDeps): Router<ApiState> {
  const { openConsultation, documents, writeDocument, editDocument, reviewDocument } = deps
  const open = openDocument({ documents, openConsultation })

  return new Router<ApiState>()
    .post('/ehrs/:id/documents', async (ctx) => {
      const { ehrId, templateId } = readInput(CreateDocument, ctx)
      const consultation = await openConsultation(principalOf(ctx), ehrId)
      streamGeneration(ctx, await writeDocument.prepare(consultation, templateId))
    })
    .get('/ehrs/:id/documents', async (ctx) => {
      const { id } = readInput(ById, ctx)
      const consultation = await openConsultation(principalOf(ctx), id)
      const records = await documents.list(consultation.id)
      ctx.body = { documents: records.map(presentDocument) } satisfies DocumentsBody
    })
    .get('/documents/:id', async (ctx) => {
      const { id } = readInput(ById, ctx)
      ctx.body = presentDocument(await open(principalOf(ctx), id))
    })
    .patch('/documents/:id', async (ctx) => {
      const { id, ...edit } = readInput(PatchDocument, ctx)
      const record = await open(principalOf(ctx), id)
      ctx.body = presentDocument(await editDocument(record, edit))
    })
    .post('/documents/:id/review', async (ctx) => {
      const { id, version } = readInput(ReviewDocument, ctx)
      const principal = principalOf(ctx)
      const record = await open(principal, id)
      const reviewedBy = principal.userId ?? principal.doctorId
      const seen = version === undefined ? {} : { version }
      ctx.body = presentDocument(await reviewDocument(record, { reviewedBy, ...seen }))
    })
}
