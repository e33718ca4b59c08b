/** What does not agree, for the doctor to read. */
export interface Disagreement {
  reason: string
  /** A mistake here can harm: the value must not stay. */
  isDangerous: boolean
}

/** Where the claim stands: some things are wrong only there. */
export interface ClaimPlace {
  isPrescription: boolean
  /** What the patient takes today. */
  isCurrentMedication: boolean
  /** What the patient does not bear. */
  isAllergy: boolean
  /** What is to be done: it may forbid. */
  isAdvice: boolean
  isFamilyHistory: boolean
  /** What was found today: the examination, results. */
  isFinding: boolean
  /** Habits, home and work: the family is part of them. */
  isSocial: boolean
  /** What is told as so: complaint and history, where nothing is a hypothesis of today. */
  isHistory: boolean
}
