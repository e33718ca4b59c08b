/** Documents at rest, as the domain sees them. */
import type {
  ClinicalDocument,
  Contradiction,
  DocumentContent,
  DocumentLayout,
  DocumentVersionKind,
  Evidence,
  LedgerCounts,
} from '../../contract/api.ts'
import type { DocumentInput, Recipe, Template } from '../models/ports.ts'

export interface DocumentRecord {
  id: string
  consultationId: string
  /**
   * As it was when the document was written: a later version or removal of the template changes
   * nothing here.
   */
  template: Template
  status: ClinicalDocument['status']
  /** Empty while `generating` and after `failed`. */
  content: DocumentContent
  /** Null: the template's order, nothing hidden. */
  layout: DocumentLayout | null
  markdown: string
  evidence: Evidence[]
  contradictions: Contradiction[]
  /** `version` names prompt and model: what an AI-use dossier asks for. */
  source: ClinicalDocument['source']
  /** Values that a person wrote or changed. */
  editedPaths: string[][]
  editedByUser: boolean
  /**
   * Entries of "said and not written" that the doctor does not want in it, by their ids; absent:
   * none.
   */
  dismissed?: string[]
  /** Why it failed: a stable code and what the doctor may read. */
  failure: { error: string; message: string } | null
  reviewedAt: Date | null
  reviewedBy: string | null
  /** Raised by every change: the optimistic lock. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** What a version keeps: everything that a later change may take away. */
export type KeptState = Pick<
  DocumentRecord,
  'content' | 'layout' | 'markdown' | 'evidence' | 'contradictions' | 'editedPaths' | 'editedByUser'
>

/** How an update is to be kept for later. */
export interface VersionNote {
  kind: DocumentVersionKind
  /** As the host or the organization names the person; null for the service. */
  by: string | null
  /**
   * An edit goes into the version before it when that is an edit of the same person, begun and
   * continued since then; null for a version of its own.
   */
  joinSince: { begun: Date; continued: Date } | null
}

/** One kept state, without the state. */
export interface VersionEntry {
  /** From 1, without gaps. */
  number: number
  kind: DocumentVersionKind
  by: string | null
  createdAt: Date
  updatedAt: Date
}

/** One thing that happened to a document, as it was then. */
export interface AuditEntry {
  kind: DocumentVersionKind
  by: string | null
  /** The document's, after it. */
  version: number
  at: Date
  ledger: LedgerCounts
  /** Hex, of `ledgerText`. */
  ledgerSha256: string
  source: DocumentRecord['source']
}

/** Documents that were deleted are not there for any method but those that say so. */
export interface DocumentStore {
  create(record: DocumentRecord): Promise<void>
  find(id: string): Promise<DocumentRecord | null>
  /** Newest first. */
  list(consultationId: string): Promise<DocumentRecord[]>
  /**
   * With a note, the new state is kept too (the first time, also the one before it), and the audit
   * trail has an entry more.
   * @returns false, and nothing is written, when the stored version is not `expectedVersion`
   */
  update(record: DocumentRecord, expectedVersion: number, note?: VersionNote): Promise<boolean>
  /** Newest first. */
  listVersions(id: string): Promise<VersionEntry[]>
  findVersion(id: string, number: number): Promise<(VersionEntry & KeptState) | null>
  /** In the order it happened. */
  listAudit(id: string): Promise<AuditEntry[]>
  /** The host says that it has this version. */
  markImported(id: string, version: number, at: Date): Promise<void>
  /** @returns false when it is not there */
  remove(id: string, removal: { at: Date; by: string | null }): Promise<boolean>
  /** Record of a document that was removed after `since`. */
  findRemoved(id: string, since: Date): Promise<DocumentRecord | null>
  /** Brings back what was removed after `since`. @returns false when that is not there */
  putBack(id: string, since: Date): Promise<boolean>
  /**
   * Empties what was removed before `until` and never reviewed, and its versions; the row stays and
   * says who removed it and when. What was ever reviewed stays sealed: it is part of a record (Law
   * 13.787/2018).
   * @returns how many
   */
  purgeRemoved(until: Date): Promise<number>
  /**
   * What a killed server left `generating` becomes `failed` with `interrupted`: nobody works on it
   * any more.
   * @returns how many
   */
  interruptGenerating(at: Date): Promise<number>
}

export const INTERRUPTED = {
  error: 'interrupted',
  message: 'A geração foi interrompida porque o serviço parou. Gere o documento de novo.',
}

/**
 * What a document was written from, as it was then: enough to write it once more. Kept for
 * documents that were generated, sealed with the consultation's key, and emptied with the document.
 */
export interface DocumentOrigin {
  documentId: string
  consultationId: string
  /** With the template's version, and every segment, file and note as they were. */
  input: DocumentInput
  /** As it left the generator: what people changed later is not in it. */
  content: DocumentContent
  contradictions: Contradiction[]
  source: ClinicalDocument['source']
  recipe: Recipe
  /**
   * Texts that did not end by themselves; absent for rules, which quote, and for origins from
   * before it was counted.
   */
  textsCut?: number
  /** What the writing had; absent as above. */
  timeLimitMs?: number
  /** Version of the product: rules and checks come with it. */
  productVersion: string
}

export interface DocumentOriginStore {
  keep(origin: DocumentOrigin, at: Date): Promise<void>
  /**
   * Null for one from before there were origins, for one that was emptied, and for one that never
   * was.
   */
  find(documentId: string): Promise<DocumentOrigin | null>
}
