import type { MedicationMention } from '../medicines/medication-mentions.ts'
import type { Role } from '../pieces/speaker-role.ts'
import type { Phase } from '../pieces/visit-phases.ts'

/** What changes the meaning of a clause beyond its words. */
export interface ClauseContext {
  role: Role | null
  medications: MedicationMention[]
  phase: Phase
  patientIsChild: boolean
}
