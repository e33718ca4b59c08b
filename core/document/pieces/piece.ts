/**
 * What is phrased at once: a question with its answer, or a statement that stands alone, as the
 * rules read it.
 */
import type { EvidenceSpan } from '../../contract/api.ts'

export type Teller = 'patient' | 'companion' | 'doctor'

export interface Piece {
  /** Null where what was said stands alone. */
  question: string | null
  answer: string
  /** Who answers; null where that is not known. */
  speaker: Teller | null
  /** Places of question and answer in the sources. */
  spans: EvidenceSpan[]
}

/**
 * Who speaks, as far as a record needs to know: everybody with the patient tells the patient's
 * story. See `voices.ts`.
 */
export type Role = 'doctor' | 'patient'
