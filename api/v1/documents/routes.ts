import { Router } from '@koa/router'
import type { Principal } from '../../../core/access/principal.ts'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type {
  DeletedDocumentBody,
  DocumentAuditBody,
  DocumentsBody,
  DocumentVersionBody,
  DocumentVersionsBody,
} from '../../../core/contract/api.ts'
import type { WriteDocument } from '../../../core/document/generation/write-document.ts'
import type {
  DeleteDocument,
  UndeleteDocument,
} from '../../../core/document/record/delete-document.ts'
import type {
  AuditEntry,
  DocumentRecord,
  DocumentStore,
} from '../../../core/document/record/document-store.ts'
import {
  type EditDocument,
  openDocument,
  type RestoreVersion as RestoreVersionUseCase,
  type ReviewDocument as ReviewDocumentUseCase,
} from '../../../core/document/record/edit-document.ts'
import type { FooterPlace } from '../../../core/document/record/markdown.ts'
import { presentDocument, presentVersion } from '../../../core/document/record/present-document.ts'
import type { ListUnwritten } from '../../../core/document/unwritten/take-unwritten.ts'
import { notFound } from '../../../core/errors.ts'
import type { UseFacts } from '../../../core/visit-use/use-facts.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { streamEvents } from './generation-stream.ts'
import {
  ById,
  ByVersion,
  CreateDocument,
  PatchDocument,
  RestoreVersion,
  ReviewDocument,
} from './schema.ts'

export interface DocumentRoutesDeps {
  openConsultation: OpenConsultation
  documents: DocumentStore
  writeDocument: WriteDocument
  editDocument: EditDocument
  reviewDocument: ReviewDocumentUseCase
  restoreVersion: RestoreVersionUseCase
  deleteDocument: DeleteDocument
  undeleteDocument: UndeleteDocument
  listUnwritten: ListUnwritten
  footer: FooterPlace
  /** What of the visit was used: beside the document in the audit. */
  useFacts?: ((consultationId: string) => Promise<UseFacts>) | undefined
}

/**
 * The life of documents (SPEC-GAPS 1.7). Every path leads through the consultation: strangers get
 * 404.
 */
export function documentRoutes(deps: DocumentRoutesDeps): Router<ApiState> {
  const { openConsultation, documents, writeDocument, editDocument, reviewDocument } = deps
  const { restoreVersion, deleteDocument, undeleteDocument } = deps
  const open = openDocument({ documents, openConsultation })
  /** The doctor of the token, else of the visit. */
  const personFor = async (principal: Principal, { consultationId }: DocumentRecord) =>
    principal.doctorId ?? (await openConsultation(principal, consultationId)).externalDoctorId
  const present = (record: DocumentRecord) => presentDocument(record, deps.footer)
  const presentWhole = async (record: DocumentRecord) =>
    presentDocument(record, deps.footer, await deps.listUnwritten(record))

  return new Router<ApiState>()
    .post('/ehrs/:id/documents', async (ctx) => {
      const { ehrId, templateId } = readInput(CreateDocument, ctx)
      const consultation = await openConsultation(principalOf(ctx), ehrId)
      // With the models of who asks, who may have taken the consultation over from another.
      const externalDoctorId = principalOf(ctx).doctorId ?? consultation.externalDoctorId
      const asked = { ...consultation, externalDoctorId }
      const work = await writeDocument.prepare(asked, templateId)
      const facts = await deps.useFacts?.(consultation.id)
      if (facts) ctx.state.auditFacts = facts
      streamEvents(ctx, work)
    })
    .get('/ehrs/:id/documents', async (ctx) => {
      const { id } = readInput(ById, ctx)
      const consultation = await openConsultation(principalOf(ctx), id)
      const records = await documents.list(consultation.id)
      ctx.body = { documents: records.map(present) } satisfies DocumentsBody
    })
    .get('/documents/:id', async (ctx) => {
      const { id } = readInput(ById, ctx)
      ctx.body = await presentWhole(await open(principalOf(ctx), id))
    })
    .patch('/documents/:id', async (ctx) => {
      const { id, ...edit } = readInput(PatchDocument, ctx)
      const principal = principalOf(ctx)
      const record = await open(principal, id)
      const by = await personFor(principal, record)
      ctx.body = present(await editDocument(record, { ...edit, by }))
    })
    .post('/documents/:id/review', async (ctx) => {
      const { id, version } = readInput(ReviewDocument, ctx)
      const principal = principalOf(ctx)
      const record = await open(principal, id)
      const reviewedBy = await personFor(principal, record)
      const seen = version === undefined ? {} : { version }
      ctx.body = await presentWhole(await reviewDocument(record, { reviewedBy, ...seen }))
    })
    .get('/documents/:id/versions', async (ctx) => {
      const { id } = readInput(ById, ctx)
      await open(principalOf(ctx), id)
      const versions = await documents.listVersions(id)
      const newest = versions[0]?.number ?? 0
      ctx.body = {
        versions: versions.map((entry) => presentVersion(entry, newest)),
      } satisfies DocumentVersionsBody
    })
    .get('/documents/:id/audit', async (ctx) => {
      const { id } = readInput(ById, ctx)
      await open(principalOf(ctx), id)
      ctx.body = presentAudit(await documents.listAudit(id))
    })
    .get('/documents/:id/versions/:number', async (ctx) => {
      const { id, number } = readInput(ByVersion, ctx)
      await open(principalOf(ctx), id)
      const [kept, versions] = await Promise.all([
        documents.findVersion(id, number),
        documents.listVersions(id),
      ])
      if (!kept) throw notFound()
      const { content, layout } = kept
      const entry = presentVersion(kept, versions[0]?.number ?? 0)
      ctx.body = { ...entry, content, layout } satisfies DocumentVersionBody
    })
    .post('/documents/:id/versions/:number/restore', async (ctx) => {
      const { id, ...wanted } = readInput(RestoreVersion, ctx)
      const principal = principalOf(ctx)
      const record = await open(principal, id)
      const by = await personFor(principal, record)
      ctx.body = await presentWhole(await restoreVersion(record, { ...wanted, by }))
    })
    .delete('/documents/:id', async (ctx) => {
      const { id } = readInput(ById, ctx)
      const principal = principalOf(ctx)
      const record = await open(principal, id)
      const until = await deleteDocument(record, await personFor(principal, record))
      ctx.body = { id, restorable_until: until.toISOString() } satisfies DeletedDocumentBody
    })
    .post('/documents/:id/restore', async (ctx) => {
      const { id } = readInput(ById, ctx)
      ctx.body = await presentWhole(await undeleteDocument(principalOf(ctx), id))
    })
}

function presentAudit(entries: readonly AuditEntry[]): DocumentAuditBody {
  return {
    entries: entries.map(({ at, ledgerSha256, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      ledger_sha256: ledgerSha256,
    })),
  }
}
