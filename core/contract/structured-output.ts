/** Structured output on the wire (spec §2.3, §6; SPEC-GAPS 1.15; DESIGN §5.5). */

/**
 * `POST /api/v1/structured-schemas/check` with `{ schema }`: at `mount`, before anybody needs it.
 * 400 names the path.
 */
export interface CheckedSchema {
  digest: string
  /**
   * What is missing but does no harm, such as a description: for the host's developer, in English.
   */
  warnings: { path: string; message: string }[]
}

/** `POST /api/v1/documents/{id}/structured-output` with `{ schema, version }`. */
export interface StructuredOutputBody {
  output: Record<string, unknown>
  /** The same document content, schema and engine were answered before. */
  from_cache: boolean
}

/**
 * The same request with `Accept: application/x-ndjson`: one event a line, the last is `done` or
 * `failed`. A language model may take longer than a proxy waits for silence. Closing the request
 * cancels the work, unless somebody else waits for it.
 */
export type StructuredOutputEvent =
  /** `position`: of those before it in the queue, from 1; null when it is being worked out. */
  | { type: 'waiting'; position: number | null }
  | ({ type: 'done' } & StructuredOutputBody)
  | { type: 'failed'; error: string; message: string }
