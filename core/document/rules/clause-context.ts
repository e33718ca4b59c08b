import type { MedicationMention } from '../extractors/medication-mentions.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'

/** What changes the meaning of a clause beyond its words. */
export interface ClauseContext {
  role: Role | null
  medications: MedicationMention[]
  phase: Phase
  patientIsChild: boolean
}
