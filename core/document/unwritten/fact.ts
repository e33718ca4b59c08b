/** What one sentence says, in a form in which what was said and what is written compare. */

import type { UnwrittenItem } from '../../contract/api.ts'
import { chartWords } from '../pieces/chart-words.ts'
import type { Statement } from '../pieces/statements.ts'

/**
 * Words of a statement as a chart writes them: numbers as digits, units short, a capital first, no
 * mark at the end.
 */
export function chartText({ text, origin }: Statement, start: number, end: number): string {
  const raw = text.slice(start, end)
  const written = origin === 'speech' ? chartWords(raw) : raw
  return capital(written.replace(/^[\s,;:.–-]+|(?<![\s,;:.!?…–-])[\s,;:.!?…–-]+$/g, ''))
}

function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase('pt-BR') + text.slice(1)
}

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
