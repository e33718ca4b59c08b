/** From a value of a document to the words it rests on. */
import type { ClinicalDocument, EvidenceSpan } from '../../core/contract/api.ts'

/** What is known of where one value comes from. */
export type Support =
  | { kind: 'spans'; spans: readonly EvidenceSpan[] }
  /** Something else was said, which harms nobody: it stays, marked, and the doctor decides. */
  | { kind: 'contradicted'; spans: readonly EvidenceSpan[]; reason: string }
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
  if (found?.verdict === 'contradicted')
    return { kind: 'contradicted', spans: found.spans, reason: found.reason ?? '' }
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

/**
 * Of the sources of a whole text, those that speak of one sentence of it: whose words it shares. All of them where none does, since
 * a sentence may say the same in other words.
 */
export function supportOfSentence(
  support: Support,
  sentence: string,
  wordsOf: (span: EvidenceSpan) => string | undefined,
): Support {
  if (support.kind !== 'spans' || support.spans.length < 2) return support
  const said = new Set(termsOf(sentence))
  const shares = support.spans.map((span) => {
    const terms = termsOf(wordsOf(span) ?? '')
    return terms.length === 0 ? 0 : terms.filter((term) => said.has(term)).length / terms.length
  })
  const best = Math.max(...shares)
  if (best < ENOUGH_SHARED) return support
  const spans = support.spans.filter((_, i) => (shares[i] ?? 0) >= best / 2)
  return { kind: 'spans', spans }
}

const ENOUGH_SHARED = 0.25

/** Words without accents; short ones say nothing, numbers do. */
function termsOf(text: string): string[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return (folded.match(/\p{L}{4,}|\d+/gu) ?? []).map((term) => term.slice(0, 6))
}
