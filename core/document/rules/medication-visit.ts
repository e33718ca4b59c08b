/** The visit as the readers of medicines see it. */
import type { MedicationFinder } from '../extractors/medication-mentions.ts'
import type { Statement } from '../extractors/statements.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'

export interface Visit {
  statements: readonly Statement[]
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  patientIsChild: boolean
  find: MedicationFinder
  /** Folded ingredients that have a field of their own in this model: no medicines there. */
  notHere?: ReadonlySet<string>
}
