/** What a page, as a browser shows it, says to the selectors of a rule. */

/** `nothing`: also where the selector is none, or what it finds is not to be seen. */
export type SelectorVerdict = 'found' | 'nothing' | 'several' | 'read-only' | 'taken' | 'frame'

export interface TriedSelector {
  /** `read.patient_name`, `fields.Queixa Principal` */
  at: string
  selectors: readonly string[]
  verdict: SelectorVerdict
  /** The text that is read, or the field's name on the page. */
  there: string
}

export interface TriedRule {
  /** Whether the page's address is one that the rule names; null: a file has none. */
  isNamed: boolean | null
  selectors: TriedSelector[]
}
