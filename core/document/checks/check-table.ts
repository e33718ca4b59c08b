/**
 * The comparisons that no model is trusted with: numbers, units, doses, how often, medicines,
 * allergies, sides, relatives, denials. Every claim is asked in this order, and the first check
 * that finds something is what the doctor reads: what harms most and is surest stands first.
 */
import { borrowedNumber, misattachedNumber } from './borrowed-number.ts'
import type { Check } from './check.ts'
import { implausibleMeasure } from './implausible-measure.ts'
import { refused, takenBack, unansweredDenial, unansweredQuestion } from './only-said.ts'
import { oppositeWord } from './opposite-word.ts'
import {
  unmentionedDiagnosis,
  unmentionedLength,
  unmentionedMedicine,
  unmentionedNumber,
} from './unmentioned.ts'
import { writerOrder } from './writer-order.ts'
import { prescribedAllergy, wrongAllergy } from './wrong-allergy.ts'
import { wrongCertainty } from './wrong-certainty.ts'
import { wrongDenial } from './wrong-denial.ts'
import { wrongDose, wrongFrequency } from './wrong-dose.ts'
import {
  likelyWrongPerson,
  unmentionedRelative,
  wrongPerson,
  wrongRelative,
} from './wrong-person.ts'
import { wrongSide } from './wrong-side.ts'
import { wrongTime } from './wrong-time.ts'
import { wrongType } from './wrong-type.ts'
import { wrongUnit } from './wrong-unit.ts'

export const CHECKS: readonly Check[] = [
  prescribedAllergy,
  wrongAllergy,
  writerOrder,
  takenBack,
  refused,
  borrowedNumber,
  unmentionedMedicine,
  wrongDose,
  wrongFrequency,
  wrongUnit,
  wrongSide,
  unmentionedNumber,
  unmentionedLength,
  misattachedNumber,
  oppositeWord,
  wrongType,
  wrongDenial,
  unmentionedRelative,
  wrongRelative,
  wrongPerson,
  likelyWrongPerson,
  wrongTime,
  wrongCertainty,
  unansweredQuestion,
  unmentionedDiagnosis,
  unansweredDenial,
  implausibleMeasure,
]
