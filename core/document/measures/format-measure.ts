/**
 * Measurements as the document writes them: Brazilian decimals, with their unit (SPEC-GAPS 1.3.4).
 */
import { round } from './measure-rule.ts'
import { type MeasureId, measureOf } from './measures.ts'

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
