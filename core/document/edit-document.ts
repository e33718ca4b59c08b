import type { Principal } from '../access/principal.ts'
import type { OpenConsultation } from '../consultation/consultation.ts'
import type { DocumentContent } from '../contract/api.ts'
import { AppError, notFound, validationError } from '../errors.ts'
import { carryEvidence } from './carry-evidence.ts'
import type { DocumentRecord, DocumentStore } from './document-store.ts'
import { renderMarkdown } from './markdown.ts'
import { validateContent } from './template-schema.ts'

export type EditDocument = ReturnType<typeof editDocument>
export type ReviewDocument = ReturnType<typeof reviewDocument>

/**
 * The one gate to a document: through its consultation's.
 * @throws {AppError} `not_found`
 */
export function openDocument(deps: {
  documents: Pick<DocumentStore, 'find'>
  openConsultation: OpenConsultation
}) {
  return async (principal: Principal, id: string): Promise<DocumentRecord> => {
    const record = await deps.documents.find(id)
    if (!record) throw notFound()
    await deps.openConsultation(principal, record.consultationId)
    return record
  }
}

/**
 * The doctor's edit. What was not touched keeps its evidence; what was is the doctor's own word. An edited document
 * is a draft again: nobody has reviewed this text.
 * @throws {AppError} `version_conflict`, `document_not_ready`, `validation_error` naming fields, never values
 */
export function editDocument({ documents, now }: { documents: DocumentStore; now: () => Date }) {
  return async (
    record: DocumentRecord,
    edit: { version: number; content: DocumentContent },
  ): Promise<DocumentRecord> => {
    mustBeCurrent(record, edit.version)
    const faults = validateContent(record.template, edit.content)
    if (faults.length > 0) throw validationError(faults)
    if (JSON.stringify(edit.content) === JSON.stringify(record.content)) return record
    return save(documents, record, {
      ...record,
      ...carryEvidence(record, edit.content),
      content: edit.content,
      markdown: renderMarkdown(record.template, edit.content),
      status: 'draft',
      editedByUser: true,
      reviewedAt: null,
      reviewedBy: null,
      version: record.version + 1,
      updatedAt: now(),
    })
  }
}

/**
 * The doctor stands for this text from now on. Reviewing it again changes nothing.
 * @param version what the doctor has seen; left out by callers that only just read it
 * @throws {AppError} `version_conflict`, `document_not_ready`
 */
export function reviewDocument({ documents, now }: { documents: DocumentStore; now: () => Date }) {
  return async (
    record: DocumentRecord,
    { reviewedBy, version = record.version }: { reviewedBy: string | null; version?: number },
  ): Promise<DocumentRecord> => {
    mustBeCurrent(record, version)
    if (record.status === 'reviewed') return record
    return save(documents, record, {
      ...record,
      status: 'reviewed',
      reviewedAt: now(),
      reviewedBy,
      version: record.version + 1,
      updatedAt: now(),
    })
  }
}

function mustBeCurrent(record: DocumentRecord, version: number) {
  if (record.status !== 'draft' && record.status !== 'reviewed')
    throw new AppError('conflict', 'document_not_ready', 'O documento ainda não foi gerado.')
  if (version !== record.version) throw versionConflict()
}

async function save(documents: DocumentStore, before: DocumentRecord, after: DocumentRecord) {
  if (!(await documents.update(after, before.version))) throw versionConflict()
  return after
}

function versionConflict(): AppError {
  return new AppError(
    'conflict',
    'version_conflict',
    'O documento foi alterado em outro lugar. Recarregue antes de salvar.',
  )
}
