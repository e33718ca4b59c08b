import type { Output } from './schema.ts'

/** Where an answer belongs: one per document and schema, so that an edit replaces it. */
export interface CachePlace {
  consultationId: string
  documentId: string
  /** Hex SHA-256 of the schema's canonical text. */
  schemaDigest: string
}

export interface CachedOutput {
  /**
   * Of everything the answer rests on. It is as telling as the text, so it is sealed with the
   * answer.
   */
  key: string
  output: Output
}

/** Answers at rest, sealed with the consultation's key; they go with their document. */
export interface StructuredOutputCache {
  find(place: CachePlace): Promise<CachedOutput | null>
  put(place: CachePlace, cached: CachedOutput): Promise<void>
}
