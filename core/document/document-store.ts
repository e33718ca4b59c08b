/** Documents at rest, as the domain sees them. */
import type { ClinicalDocument, Contradiction, DocumentContent, Evidence } from '../contract/api.ts'
import type { Template } from './ports.ts'

export interface DocumentRecord {
  id: string
  consultationId: string
  /** As it was when the document was written: a later version or removal of the template changes nothing here. */
  template: Template
  status: ClinicalDocument['status']
  /** Empty while `generating` and after `failed`. */
  content: DocumentContent
  markdown: string
  evidence: Evidence[]
  contradictions: Contradiction[]
  /** `version` names prompt and model: what an AI-use dossier asks for. */
  source: ClinicalDocument['source']
  /** Values that a person wrote or changed. */
  editedPaths: string[][]
  editedByUser: boolean
  /** Why it failed: a stable code and what the doctor may read. */
  failure: { error: string; message: string } | null
  reviewedAt: Date | null
  reviewedBy: string | null
  /** Raised by every change: the optimistic lock. */
  version: number
  createdAt: Date
  updatedAt: Date
}

export interface DocumentStore {
  create(record: DocumentRecord): Promise<void>
  find(id: string): Promise<DocumentRecord | null>
  /** Newest first. */
  list(consultationId: string): Promise<DocumentRecord[]>
  /** @returns false, and nothing is written, when the stored version is not `expectedVersion` */
  update(record: DocumentRecord, expectedVersion: number): Promise<boolean>
  /**
   * What a killed server left `generating` becomes `failed` with `interrupted`: nobody works on it any more.
   * @returns how many
   */
  interruptGenerating(at: Date): Promise<number>
}

export const INTERRUPTED = {
  error: 'interrupted',
  message: 'A geração foi interrompida porque o serviço parou. Gere o documento de novo.',
}
