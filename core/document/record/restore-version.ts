import { notFound } from '../../errors.ts'
import type { DocumentRecord, DocumentStore } from './document-store.ts'
import { mustBeCurrent, saveDocument } from './edit-document.ts'

export type RestoreVersion = ReturnType<typeof restoreVersion>

/**
 * An earlier state becomes the document again, with the evidence it had then; what was there stays
 * in the history. It is a draft: nobody has reviewed it now.
 * @throws {AppError} `not_found` (the version), `version_conflict`, `document_not_ready`
 */
export function restoreVersion({ documents, now }: { documents: DocumentStore; now: () => Date }) {
  return async (
    record: DocumentRecord,
    { number, version, by }: { number: number; version: number; by: string | null },
  ): Promise<DocumentRecord> => {
    mustBeCurrent(record, version)
    const kept = await documents.findVersion(record.id, number)
    if (!kept) throw notFound('Esta versão do documento não existe.')
    const { content, layout, markdown, evidence, contradictions, editedPaths, editedByUser } = kept
    const after: DocumentRecord = {
      ...record,
      content,
      layout,
      markdown,
      evidence,
      contradictions,
      editedPaths,
      editedByUser,
      status: 'draft',
      reviewedAt: null,
      reviewedBy: null,
      version: record.version + 1,
      updatedAt: now(),
    }
    return saveDocument(documents, record, after, { kind: 'restored', by, joinSince: null })
  }
}
