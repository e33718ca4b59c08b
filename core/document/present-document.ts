import type { ClinicalDocument } from '../contract/api.ts'
import type { DocumentRecord } from './document-store.ts'

/** A document as the plugin reads it. */
export function presentDocument(record: DocumentRecord): ClinicalDocument {
  const { template } = record
  return {
    id: record.id,
    ehr_id: record.consultationId,
    template: { id: template.id, name: template.name, slug: template.slug },
    status: record.status,
    content: record.content,
    markdown: record.markdown,
    evidence: record.evidence,
    contradictions: record.contradictions,
    source: record.source,
    edited_by_user: record.editedByUser,
    edited_paths: record.editedPaths,
    failure: record.failure,
    version: record.version,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
  }
}
