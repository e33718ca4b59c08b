/**
 * Measurements as the document writes them: Brazilian decimals, with their unit (SPEC-GAPS 1.3.4).
 */
import { type MeasureId, round } from './measure-rule.ts'

const UNITS: Record<MeasureId, string> = {
  bloodPressure: ' mmHg',
  heartRate: ' bpm',
  respiratoryRate: ' irpm',
  temperature: ' °C',
  saturation: '%',
  capillaryGlucose: ' mg/dL',
  weight: ' kg',
  height: ' m',
  abdominalCircumference: ' cm',
  headCircumference: ' cm',
  bodyFat: '%',
  leanMass: ' kg',
  prePregnancyWeight: ' kg',
  pregnancyWeightGain: ' kg',
  weightLoss: ' kg',
  bodySurface: ' m²',
}

export function formatMeasure(id: MeasureId, value: number): string {
  return `${id === 'height' ? metres(value) : decimal(value)}${UNITS[id]}`
}

/** "1,70"; a child's half centimetre is kept: "0,735". */
function metres(value: number): string {
  return (Math.round(value * 1000) % 10 === 0 ? value.toFixed(2) : value.toFixed(3)).replace(
    '.',
    ',',
  )
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
