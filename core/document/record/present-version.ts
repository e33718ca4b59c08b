import type { DocumentVersion } from '../../contract/api.ts'
import type { VersionEntry } from './document-store.ts'

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
