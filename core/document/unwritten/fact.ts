/** What one sentence says, in a form in which what was said and what is written compare. */
import type { UnwrittenItem } from '../../contract/api.ts'
import type { Statement } from '../pieces/statements.ts'

export type FactKind = UnwrittenItem['kind']

export interface Fact {
  kind: FactKind
  /** What it is about, by meaning: two facts of a kind that share one of these are of one thing. */
  keys: readonly string[]
  /**
   * What is said of it, by meaning: doses and how often of a medicine, values of a measure. Each
   * must be written; none: its name alone is enough.
   */
  details: readonly string[]
  /** As a chart writes it. */
  text: string
  statement: Statement
  /** Characters of the statement. */
  start: number
  end: number
  /** How much it tells: of repeats the one that tells most is shown. */
  tells: number
  /** Decided in this visit: an order, a request, a hypothesis; else it was so before. */
  isDecided: boolean
}
