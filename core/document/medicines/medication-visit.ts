/** The visit as the readers of medicines see it. */

import type { Section } from '../models/sections.ts'
import type { Role } from '../pieces/speaker-role.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import type { MedicationSection } from './medication-act.ts'
import type { MedicationFinder } from './medication-mentions.ts'

/** How likely a clause belongs to a section. */
export type Likely = (section: Section | 'none') => number

export interface Visit {
  statements: readonly Statement[]
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  patientIsChild: boolean
  find: MedicationFinder
  /** What the sorter makes of the clause in which a character of a statement stands. */
  likelyAt?(statement: Statement, at: number): Likely | undefined
  /**
   * Whether this model has another place for what is said of an ingredient in a sentence: no entry
   * of `section` then.
   */
  isElsewhere?(ingredient: string, section: MedicationSection, words: string): boolean
}
