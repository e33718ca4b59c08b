/** Reading the trail: what an auditor may ask for. */
import type { AuditEntry } from './entry.ts'

export interface AuditFilter {
  /** The host's id; its organization is part of the question. */
  patient?: { organizationId: string; patientId: string } | undefined
  /** A professional, by the host's id. */
  personId?: string | undefined
  consultationId?: string | undefined
  /** A kind of actor (`administrator`), or the id of one: an account, a key, a token. */
  actor?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Only what came after this entry. */
  after?: number | undefined
  /** Only what came before this entry. */
  before?: number | undefined
}

export interface TrailReader {
  /** All that fits, by sequence, in pages. */
  read(filter: AuditFilter): AsyncIterable<readonly AuditEntry[]>
  /** The newest that fit, oldest first. */
  newest(filter: AuditFilter, count: number): Promise<readonly AuditEntry[]>
  /** The host's id of the professional; null where the entry has none, or an altered one. */
  personOf(entry: AuditEntry): string | null
}
