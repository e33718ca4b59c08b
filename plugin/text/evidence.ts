/** From a value of a document to the words it rests on. */
import type {
  ClinicalDocument,
  EvidenceFinding,
  EvidencePart,
  EvidenceSpan,
} from '../../core/contract/api.ts'
import { jsonOf } from '../services/json.ts'

/** What is known of where some words come from. */
export type FoundEvidence =
  | { kind: 'spans'; spans: readonly EvidenceSpan[] }
  /** It was said, in words that the recognizer was not sure of. */
  | { kind: 'unsure'; spans: readonly EvidenceSpan[]; words: readonly string[] }
  /** Something else was said, which harms nobody: it stays, marked, and the doctor decides. */
  | { kind: 'contradicted'; spans: readonly EvidenceSpan[]; reason: string }
  /**
   * The generator wrote it and no source was found; `nearest` was said and comes closest, which
   * proves nothing.
   */
  | { kind: 'none'; nearest?: readonly EvidenceSpan[] }
  /** The doctor wrote it. */
  | { kind: 'typed' }

/**
 * What is known of where one value comes from; of a value of several sentences, of each that is
 * known.
 */
export type Support = FoundEvidence & { sentences?: readonly SentenceSupport[] }

/** The characters [start, end) of a value. */
export interface SentenceSupport {
  start: number
  end: number
  text: string
  support: FoundEvidence
}

export type SaidSpan = Extract<EvidenceSpan, { source: 'segment' }>

export interface Quote {
  before: string
  words: string
  after: string
}

/** `path` as the contract writes it: field, then key or index. */
export function supportOf(
  document: Pick<ClinicalDocument, 'evidence' | 'edited_paths'>,
  path: readonly string[],
): FoundEvidence {
  const found = document.evidence.find((entry) => isSamePath(entry.path, path))
  const support = foundBy(found)
  const isTyped = document.edited_paths?.some((edited) => isSamePath(edited, path))
  return support.kind === 'none' && isTyped ? { kind: 'typed' } : support
}

/** The sentences of a value whose sources are known; none for a value of one. */
export function partsOf(
  { evidence }: Pick<ClinicalDocument, 'evidence'>,
  path: readonly string[],
): readonly EvidencePart[] {
  return evidence.find((entry) => isSamePath(entry.path, path))?.parts ?? []
}

/**
 * @param value the text whose characters the parts count; parts that are not within it are left out
 */
export function withSentences(
  support: FoundEvidence,
  value: string,
  parts: readonly EvidencePart[],
): Support {
  const sentences = parts
    .filter(({ start, end }) => start >= 0 && start < end && end <= value.length)
    .map(({ start, end, ...finding }): SentenceSupport => {
      return { start, end, text: value.slice(start, end).trim(), support: foundBy(finding) }
    })
  return sentences.length > 0 ? { ...support, sentences } : support
}

/** The sentences that have no source, or whose sources say something else. */
export function doubtfulSentences({ sentences = [] }: Support): SentenceSupport[] {
  return sentences.filter(({ support }) => isDoubtful(support))
}

export function isDoubtful(support: Support): boolean {
  const { kind } = support
  const isWhole = kind !== 'spans' && kind !== 'typed'
  return isWhole || doubtfulSentences(support).length > 0
}

/**
 * All that the whole of it rests on: its own sources, else those of its sentences that have some,
 * each once.
 */
export function allSpans(support: Support): readonly EvidenceSpan[] {
  if (support.kind === 'spans') return support.spans
  const spans = (support.sentences ?? []).flatMap(({ support: found }) =>
    found.kind === 'spans' ? found.spans : [],
  )
  return [...new Map(spans.map((span) => [jsonOf(span), span])).values()]
}

/**
 * The words said that are shown of it, those in doubt first; what only comes closest is among them.
 */
export function saidSpans(support: Support | undefined): readonly SaidSpan[] {
  if (!support) return []
  const doubtful = doubtfulSentences(support).flatMap(({ support: found }) => spansShown(found))
  const rest = doubtful.length > 0 ? allSpans(support) : spansShown(support)
  return [...doubtful, ...rest].filter((span) => span.source === 'segment')
}

function spansShown(found: FoundEvidence): readonly EvidenceSpan[] {
  if (found.kind === 'typed') return []
  return (found.kind === 'none' ? found.nearest : found.spans) ?? []
}

function foundBy(finding: EvidenceFinding | undefined): FoundEvidence {
  if (finding?.verdict === 'supported' && finding.spans.length > 0) {
    const { spans, unsure } = finding
    return unsure?.length ? { kind: 'unsure', spans, words: unsure } : { kind: 'spans', spans }
  }
  if (finding?.verdict === 'contradicted')
    return { kind: 'contradicted', spans: finding.spans, reason: finding.reason ?? '' }
  return finding?.nearest?.length ? { kind: 'none', nearest: finding.nearest } : { kind: 'none' }
}

/** The quoted words inside their line; undefined when they are beyond its end. */
export function quoteOf(text: string, start: number, end: number): Quote | undefined {
  if (start < 0 || end > text.length || start >= end) return undefined
  return { before: text.slice(0, start), words: text.slice(start, end), after: text.slice(end) }
}

/**
 * A text that people go on writing in: undefined when other words stand there now than when the
 * document was written.
 */
export function quoteWritten(
  text: string,
  { start, end, words }: { start: number; end: number; words?: string },
): Quote | undefined {
  const isSame = words === undefined || text.slice(start, end) === words
  return isSame ? quoteOf(text, start, end) : undefined
}

/** When the first words it rests on were said, in ms; undefined when it rests on something else. */
export function saidAt(spans: readonly EvidenceSpan[]): number | undefined {
  return spans.find((span) => span.source === 'segment')?.start_ms
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i])
}

/**
 * Of the sources of a whole text, those that speak of one sentence of it: whose words it shares.
 * All of them where none does, since a sentence may say the same in other words.
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
