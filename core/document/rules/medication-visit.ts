/** The visit as the readers of medicines see it. */
import type { MedicationFinder } from '../extractors/medication-mentions.ts'
import type { Statement } from '../extractors/statements.ts'
import type { MedicationSection } from './medication-act.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'

export interface Visit {
  statements: readonly Statement[]
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  patientIsChild: boolean
  find: MedicationFinder
  /** Whether this model has another place for what is said of an ingredient in a sentence: no entry of `section` then. */
  isElsewhere?(ingredient: string, section: MedicationSection, words: string): boolean
}
