import type { Statement } from '../pieces/statements.ts'
import type { MeasureId } from './measures.ts'

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
