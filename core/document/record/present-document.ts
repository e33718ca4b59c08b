import type { ClinicalDocument, DocumentVersion, UnwrittenItem } from '../../contract/api.ts'
import type { DocumentRecord, VersionEntry } from './document-store.ts'
import { type FooterPlace, footerOf, markdownWithFooter } from './markdown.ts'

/** A version as the plugin reads it; the newest one is what the document says now. */
export function presentVersion(entry: VersionEntry, newest: number): DocumentVersion {
  return {
    number: entry.number,
    kind: entry.kind,
    by: entry.by,
    created_at: entry.createdAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
    current: entry.number === newest,
  }
}

/**
 * A document as the plugin reads it.
 * @param unwritten what was said and is not in it; left out where nobody looked
 */
export function presentDocument(
  record: DocumentRecord,
  footer: FooterPlace = 'off',
  unwritten?: readonly UnwrittenItem[],
): ClinicalDocument {
  const { template } = record
  return {
    id: record.id,
    ehr_id: record.consultationId,
    template: {
      id: template.id,
      name: template.name,
      slug: template.slug,
      version: template.version,
      fingerprint: template.fingerprint ?? null,
    },
    status: record.status,
    content: record.content,
    layout: record.layout,
    markdown: markdownWithFooter(record, footer),
    footer: footerOf(record, footer),
    evidence: record.evidence,
    contradictions: record.contradictions,
    source: record.source,
    edited_by_user: record.editedByUser,
    edited_paths: record.editedPaths,
    failure: record.failure,
    version: record.version,
    ...(unwritten ? { unwritten: unwritten.map(presentUnwritten) } : {}),
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
  }
}

function presentUnwritten(item: UnwrittenItem): UnwrittenItem {
  const { id, kind, text, quote, segment_id, start_ms, field, spans } = item
  return { id, kind, text, quote, segment_id, start_ms, field, spans }
}
