import type { Claim } from '../evidence/claim.ts'
import type { Source } from '../evidence/sources.ts'

/** One comparison of a claim with what was said. */
export interface Check {
  name: CheckName
  /** A mistake here can harm: the value must not stay. */
  isDangerous: boolean
  /**
   * Asked of word for word quotations too: words that are there may be another's, or of another
   * time.
   */
  ofQuotations: boolean
  /** What does not agree, in Portuguese and without clinical judgement; null when it does. */
  find(claim: Claim, sources: readonly Source[], place: ClaimPlace): string | null
}

export type CheckName =
  | 'writer-order'
  | 'taken-back'
  | 'refused'
  | 'prescribed-allergy'
  | 'wrong-allergy'
  | 'borrowed-number'
  | 'unmentioned-medicine'
  | 'wrong-dose'
  | 'wrong-frequency'
  | 'wrong-unit'
  | 'wrong-side'
  | 'unmentioned-number'
  | 'unmentioned-length'
  | 'implausible-measure'
  | 'misattached-number'
  | 'opposite-word'
  | 'wrong-type'
  | 'wrong-denial'
  | 'unmentioned-relative'
  | 'wrong-relative'
  | 'wrong-person'
  | 'likely-wrong-person'
  | 'wrong-time'
  | 'wrong-certainty'
  | 'unanswered-question'
  | 'unmentioned-diagnosis'
  | 'unanswered-denial'

/** Checks of values that are compared as a whole with what the extractors read. */
export type MeasureCheckName =
  | 'unmentioned-measure'
  | 'wrong-measure'
  | 'wrong-measure-unit'
  | 'uncomputed-index'
  | 'wrong-index'

/** Where the claim stands: some things are wrong only there. */
export interface ClaimPlace {
  isPrescription: boolean
  /** What the patient takes today. */
  isCurrentMedication: boolean
  /** What the patient does not bear. */
  isAllergy: boolean
  /** Whether it is advice: it may forbid. */
  isAdvice: boolean
  isFamilyHistory: boolean
  /** Whether it is a finding of today: the examination, results. */
  isFinding: boolean
  /** Habits, home and work: the family is part of them. */
  isSocial: boolean
  /** What is told as so: complaint and history, where nothing is a hypothesis of today. */
  isHistory: boolean
}

export const ANYWHERE: ClaimPlace = {
  isPrescription: false,
  isCurrentMedication: false,
  isAllergy: false,
  isAdvice: false,
  isFamilyHistory: false,
  isFinding: false,
  isSocial: false,
  isHistory: false,
}
