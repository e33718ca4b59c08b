/**
 * What belongs in the fields that only some models have, by field and by entry of a dict. Field
 * names are folded patterns, so that models of one's own with such fields are served too.
 */
import type { CueRow } from './cue-row.ts'
import { AGES_CUES } from './cues-ages.ts'
import { EXAMINATION_CUES } from './cues-examination.ts'
import { HOSPITAL_CUES } from './cues-hospital.ts'
import { LIFE_CUES } from './cues-life.ts'
import { THERAPY_CUES } from './cues-therapy.ts'

export const SPECIALTY_CUES: readonly CueRow[] = [
  ...HOSPITAL_CUES,
  ...EXAMINATION_CUES,
  ...AGES_CUES,
  ...LIFE_CUES,
  ...THERAPY_CUES,
]
