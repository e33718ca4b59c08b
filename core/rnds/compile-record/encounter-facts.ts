import type { Consultation } from '../../consultation/consultation.ts'
import { brasiliaTime } from '../../fhir/bundle/brasilia-time.ts'
import type { PerformedProcedure } from '../../fhir/clinical-record.ts'

/** The consultation as far as the network is told of it. */
export type ConsultationFacts = Pick<Consultation, 'type' | 'createdAt' | 'recordedMs'>

/** Modalities whose encounters begin and end at once, as the network sees them (ERR793, ERR794). */
const MOMENTARY = new Set(['01', '07'])

/**
 * From the opening of the consultation for as long as it was recorded. In basic and specialised outpatient care both times are the
 * opening: the network wants the same date, or the same time, and is not clear which; the same time is both (RNDS.md §13.12).
 */
export function encounterPeriod(
  { createdAt, recordedMs }: ConsultationFacts,
  modality: string,
  now: Date,
): { start: string; end: string } {
  const endMs = Math.min(
    createdAt.getTime() + recordedMs,
    Math.max(now.getTime(), createdAt.getTime()),
  )
  const start = brasiliaTime(createdAt)
  return { start, end: MOMENTARY.has(modality) ? start : brasiliaTime(new Date(endMs)) }
}

/** What SIGTAP calls the same consultation when it is held at a distance (RNDS.md §7.5, §7.12). */
const AT_A_DISTANCE = new Map([
  ['0301010030', '0301010250'],
  ['0301010064', '0301010250'],
  ['0301010048', '0301010315'],
  ['0301010072', '0301010307'],
])

/** @param code of the establishment's consultations: SIGTAP (10 digits) or TUSS (8) */
export function consultationProcedure(
  code: string,
  { type }: ConsultationFacts,
): PerformedProcedure {
  const performed = type === 'TELEMEDICINE' ? (AT_A_DISTANCE.get(code) ?? code) : code
  const system = performed.length === 10 ? 'SIGTAP' : 'TUSS'
  return { system, code: performed, quantity: 1, note: null }
}
