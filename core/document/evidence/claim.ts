/** One sentence of a value with what it rests on: what the checks compare. */
import type { EvidenceSpan } from '../../contract/api.ts'
import type { Term } from '../../portuguese/term.ts'
import type { ReadStatement, Source } from './sources.ts'

/** One sentence of a value and the statements it rests on. */
export interface Claim {
  text: string
  /** Its characters in the value. */
  range: { start: number; end: number }
  terms: Term[]
  sources: Source[]
  /** Share of what it says that the sources hold, 0 to 1. */
  coverage: number
  /** What they don't hold; of a quotation nothing. */
  missing: MissingTerm[]
  verbatim: boolean
  supported: boolean
  spans: EvidenceSpan[]
  /** Statements that hold most of an unsupported claim, the best first. */
  nearest: EvidenceSpan[]
  /** Its text before a term of it. */
  before(term: Term): string
  /** A term as it stands in it. */
  wordsOf(term: Term): string
}

export interface MissingTerm {
  term: Term
  /** Without it nothing supports the claim, however much else is found. */
  isRequired: boolean
}

/** Where a sentence of a value stands in it. */
export function rangeOf({ statement }: ReadStatement): Claim['range'] {
  const { start, end } = statement.pieces[0]!
  return { start, end }
}

/** The text of a claim before a term of it. */
export function beforeIn({ statement }: ReadStatement): Claim['before'] {
  return ({ from }) => statement.text.slice(0, statement.tokens[from]?.start ?? 0)
}

/** A term of a claim as it stands there. */
export function wordsIn({ statement }: ReadStatement): Claim['wordsOf'] {
  const { text, tokens } = statement
  return ({ from, to }) => text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? text.length)
}

export function distinctSpans(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  const seen = new Set<string>()
  return spans.filter((span) => {
    const key = JSON.stringify(span)
    return !seen.has(key) && seen.add(key)
  })
}
