/** The errors of the error set, and what their makers are given. */
import type { Template } from '../../../core/document/models/ports.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'
import type { CaseWords } from './edits-words.ts'

export const EDIT_KINDS = [
  'drug_swapped',
  'dose_times_ten',
  'dose_divided_by_ten',
  'dose_of_another',
  'unit_changed',
  'frequency_changed',
  'negation_dropped',
  'negation_added',
  'side_changed',
  'other_patient',
  'relative_swapped',
  'relative_made_patient',
  'duration_changed',
  'date_changed',
  'allergy_prescribed',
  'digit_changed',
  'invented_finding',
  'history_as_today',
] as const
export type EditKind = (typeof EDIT_KINDS)[number]

/** One value of a correct document, made wrong. */
export interface Edit {
  caseId: string
  kind: EditKind
  /** As in `Evidence`; an added list item stands behind the others. */
  path: string[]
  /** Null where the value was added. */
  before: string | null
  after: string
  /**
   * `withdrawn`: dangerous, to be null and listed. `flagged`: withdrawn or marked (contradicted or
   * not found), since rules cannot always prove the opposite of what was never said.
   */
  expected: 'withdrawn' | 'flagged'
}

/** An edit before it is known whose it is. */
export type Change = Pick<Edit, 'kind' | 'path' | 'before' | 'after'>

export interface EditedValue {
  path: string[]
  text: string
}

/** What the makers of edits work with. */
export interface EditInput {
  one: EvaluationCase
  template: Template
  values: readonly EditedValue[]
  words: CaseWords
  /** The other cases: whose values, drugs and findings are foreign here. */
  others: readonly EvaluationCase[]
  /** A number from 0 up to `below`, the same for the same case at the same call. */
  choose(below: number): number
}
