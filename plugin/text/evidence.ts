/** From a value of a document to the words it rests on. */
import type { ClinicalDocument, EvidenceSpan } from '../../core/contract/api.ts'

/** What is known of where one value comes from. */
export type Support =
  | { kind: 'spans'; spans: readonly EvidenceSpan[] }
  /** The generator wrote it and no source was found. */
  | { kind: 'none' }
  /** The doctor wrote it. */
  | { kind: 'typed' }

export interface Quote {
  before: string
  words: string
  after: string
}

/** `path` as the contract writes it: field, then key or index. */
export function supportOf(
  document: Pick<ClinicalDocument, 'evidence' | 'edited_paths'>,
  path: readonly string[],
): Support {
  const found = document.evidence.find((entry) => isSamePath(entry.path, path))
  if (found && found.verdict === 'supported' && found.spans.length > 0)
    return { kind: 'spans', spans: found.spans }
  if (document.edited_paths?.some((edited) => isSamePath(edited, path))) return { kind: 'typed' }
  return { kind: 'none' }
}

/** The quoted words inside their line; undefined when the line changed since. */
export function quoteOf(text: string, start: number, end: number): Quote | undefined {
  if (start < 0 || end > text.length || start >= end) return undefined
  return { before: text.slice(0, start), words: text.slice(start, end), after: text.slice(end) }
}

/** When the first words it rests on were said, in ms; undefined when it rests on something else. */
export function saidAt(spans: readonly EvidenceSpan[]): number | undefined {
  return spans.find((span) => span.source === 'segment')?.start_ms
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i])
}
