/**
 * What a document was written from, as it was then: enough to write it once more. Kept for
 * documents that were generated, sealed with the consultation's key, and emptied with the document.
 */
import type { ClinicalDocument, Contradiction, DocumentContent } from '../../contract/api.ts'
import type { DocumentInput, Recipe } from '../models/ports.ts'

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
