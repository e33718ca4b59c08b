/**
 * A document that leaves the panel: filled into the EHR, copied, or confirmed by the host as
 * imported. Whether somebody had reviewed it by then is what the AI-use dossier counts; from an
 * import on, the EHR keeps what this box may let go (SPEC-GAPS C32).
 */
import type { DocumentRecord, DocumentStore } from './document-store.ts'
import { mustBeCurrent } from './edit-document.ts'

export const DOCUMENT_USES = ['filled', 'copied', 'imported'] as const
export type DocumentUse = (typeof DOCUMENT_USES)[number]

export type UseDocument = ReturnType<typeof useDocument>

export function useDocument({
  documents,
  now,
}: {
  documents: Pick<DocumentStore, 'markImported'>
  now: () => Date
}) {
  /** @throws {AppError} `version_conflict`, `document_not_ready` */
  return async (
    record: DocumentRecord,
    { how, version }: { how: DocumentUse; version: number },
  ): Promise<{ reviewed: boolean }> => {
    mustBeCurrent(record, version)
    if (how === 'imported') await documents.markImported(record.id, version, now())
    return { reviewed: record.status === 'reviewed' }
  }
}
