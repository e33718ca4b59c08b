/** Every measure, once: a new one is a file beside this one and its line here. */
import { abdominalCircumference } from './abdominal-circumference.ts'
import { bloodPressure } from './blood-pressure.ts'
import { bodyFat, headCircumference, leanMass } from './body-measures.ts'
import { capillaryGlucose } from './capillary-glucose.ts'
import { heartRate } from './heart-rate.ts'
import { height } from './height.ts'
import type { MeasureDefinition, MeasureRule } from './measure-rule.ts'
import { respiratoryRate } from './respiratory-rate.ts'
import { saturation } from './saturation.ts'
import { temperature } from './temperature.ts'
import { TOLD_MEASURES } from './told-rules.ts'
import { weight } from './weight.ts'

const TAKEN = [
  bloodPressure,
  heartRate,
  respiratoryRate,
  temperature,
  saturation,
  capillaryGlucose,
  weight,
  height,
  abdominalCircumference,
  headCircumference,
  bodyFat,
  leanMass,
] as const

export type MeasureId = (typeof TAKEN | typeof TOLD_MEASURES)[number]['id']

/** Measures that are read out, in the order in which they are looked for. */
export const MEASURE_RULES: readonly MeasureRule<MeasureId>[] = TAKEN

/** Also those that are told of another time. */
export const MEASURES: readonly MeasureDefinition<MeasureId>[] = [...TAKEN, ...TOLD_MEASURES]

const BY_ID = new Map(MEASURES.map((measure) => [measure.id, measure]))

export function measureOf(id: MeasureId): MeasureDefinition<MeasureId> {
  return BY_ID.get(id)!
}
