import type { MedicationMention } from '../extractors/medication-mentions.ts'
import type { Section } from './sections.ts'
import type { Role } from './speaker-role.ts'

/** What changes the meaning of a clause beyond its words. */
export interface ClauseContext {
  role: Role | null
  medications: MedicationMention[]
  /** Section the question before asks for; null when nothing was asked. */
  topic: Section | null
  /** After "vamos examinar", until a plan is spoken of. */
  examining: boolean
  /** Once a plan is spoken of, until something is asked again. */
  planning: boolean
  patientIsChild: boolean
}
