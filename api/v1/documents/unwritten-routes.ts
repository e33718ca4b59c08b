import { Router } from '@koa/router'
import { z } from 'zod'
import { type Principal, requireBackend } from '../../../core/access/principal.ts'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { DocumentRecord, DocumentStore } from '../../../core/document/record/document-store.ts'
import { openDocument } from '../../../core/document/record/edit-document.ts'
import type { FooterPlace } from '../../../core/document/record/markdown.ts'
import { presentDocument } from '../../../core/document/record/present-document.ts'
import { DOCUMENT_USES, type UseDocument } from '../../../core/document/record/use-document.ts'
import type {
  DismissUnwritten,
  ListUnwritten,
  TakeUnwritten,
} from '../../../core/document/unwritten/take-unwritten.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { readInput } from '../../read-input.ts'
import { DocumentBody } from './describe.ts'

const MAX_ID = 300
/** `id` is in the body: it names what was said, and addresses are logged elsewhere. */
const Entry = { id: z.string().min(1).max(MAX_ID), version: z.int().min(1) }
const OfDocument = z.object({ id: z.string() })

const Take = z
  .object({
    params: OfDocument,
    body: z.strictObject({
      ...Entry,
      /** The field, with its key in a dict; left out: where it is suggested. */
      path: z.array(z.string().max(120)).min(1).max(2).optional(),
    }),
  })
  .transform(({ params, body }) => ({ documentId: params.id, ...body, path: body.path }))

const Dismiss = z
  .object({ params: OfDocument, body: z.strictObject(Entry) })
  .transform(({ params, body }) => ({ documentId: params.id, ...body }))

/** What was said and not written: taken into the document, or dismissed. */
export function documentUnwrittenRoutes(deps: {
  openConsultation: OpenConsultation
  documents: Pick<DocumentStore, 'find'>
  listUnwritten: ListUnwritten
  takeUnwritten: TakeUnwritten
  dismissUnwritten: DismissUnwritten
  footer: FooterPlace
}): Router<ApiState> {
  const open = openDocument(deps)
  const present = async (record: DocumentRecord) =>
    presentDocument(record, deps.footer, await deps.listUnwritten(record))
  const personFor = async (principal: Principal, { consultationId }: DocumentRecord) =>
    principal.doctorId ?? (await deps.openConsultation(principal, consultationId)).externalDoctorId

  return new Router<ApiState>()
    .post('/documents/:id/unwritten/take', async (ctx) => {
      const { documentId, ...wanted } = readInput(Take, ctx)
      const principal = principalOf(ctx)
      const record = await open(principal, documentId)
      const by = await personFor(principal, record)
      ctx.body = await present(await deps.takeUnwritten(record, { ...wanted, by }))
    })
    .post('/documents/:id/unwritten/dismiss', async (ctx) => {
      const { documentId, ...wanted } = readInput(Dismiss, ctx)
      const record = await open(principalOf(ctx), documentId)
      ctx.body = await present(await deps.dismissUnwritten(record, wanted))
    })
}

const answers = { 200: { description: 'The document', schema: DocumentBody } }
const errors = ['not_found', 'version_conflict', 'document_not_ready'] as const

export const documentUnwrittenDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/documents/{id}/unwritten/take',
    summary: 'Take what was said and not written into a field; an edit, with its source',
    tag: 'documents',
    security: 'bearer',
    input: Take,
    responses: answers,
    errors: [...errors],
  },
  {
    method: 'post',
    path: '/api/v1/documents/{id}/unwritten/dismiss',
    summary: 'It does not belong in this document, and is not listed again',
    tag: 'documents',
    security: 'bearer',
    input: Dismiss,
    responses: answers,
    errors: [...errors],
  },
]

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
