import type { Statement } from '../pieces/statements.ts'
import { round } from './measure-rule.ts'
import { type MeasureId, measureOf } from './measures.ts'

/** Where a measurement was said; `asked` is the question whose answer it is. */
export interface Measurement {
  id: MeasureId
  /** mmHg (systolic, diastolic), 1/min, °C, %, mg/dL, kg, m or cm, as the rule says. */
  values: number[]
  statement: Statement
  /** Characters of the statement. */
  start: number
  end: number
  asked: Statement | null
}

export interface Measurements {
  chosen: Map<MeasureId, Measurement>
  /** Every reading of today, also those replaced by a later one. */
  all: Measurement[]
  /** Taken beside them, and no value of any field: standing, on the other arm. */
  beside: Measurement[]
  /** What is of another time by its nature (`told-measures.ts`). */
  told: Map<MeasureId, Measurement>
}

/** Indices of the sentences that read out a measure of today. */
export function measuredSentences({ all, beside }: Measurements): Set<number> {
  return new Set([...all, ...beside].map(({ statement }) => statement.index))
}

/**
 * Measurements as the document writes them: Brazilian decimals, with their unit (SPEC-GAPS 1.3.4).
 */
export function formatMeasure(id: MeasureId, value: number): string {
  const { format = decimal, unit } = measureOf(id)
  return `${format(value)}${unit}`
}

/** Body mass index from kg and m, two decimals: "24,34 kg/m²" (SPEC-GAPS 1.3.5). */
export function formatBodyMassIndex(weightKg: number, heightM: number): string {
  return `${bodyMassIndex(weightKg, heightM).toFixed(2).replace('.', ',')} kg/m²`
}

/** Rounded half up in decimal, as a doctor's calculator does. */
export function bodyMassIndex(weightKg: number, heightM: number): number {
  return Math.round((weightKg / (heightM * heightM)) * 100 + 1e-9) / 100
}

/** To the gram, as a newborn's weight is said. */
function decimal(value: number): string {
  return String(round(value)).replace('.', ',')
}
