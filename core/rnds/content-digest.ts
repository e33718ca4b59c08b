import type { ClinicalRecord } from '../fhir/clinical-record.ts'

/** SHA-256 of text, in hex. */
export type Digest = (text: string) => string

/**
 * What a record says, as one comparable text: without when it was generated, which version it is
 * and how code systems are spelled, so that the same consultation sent twice is recognized.
 */
export function contentDigest(record: ClinicalRecord, digest: Digest): string {
  const {
    generatedAt: _time,
    localId: _version,
    replaces: _previous,
    spellings: _spellings,
    ...content
  } = record
  // The same occupation, whoever said it.
  if ('occupation' in content) Reflect.deleteProperty(content, 'occupation')
  return digest(canonical(content))
}

/** JSON with the keys of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0
}
