import type { Consultation } from '../../consultation/consultation.ts'
import { brasiliaTime } from '../../fhir/bundle/brasilia-time.ts'

/** The consultation as far as the network is told of it. */
export type ConsultationFacts = Pick<Consultation, 'type' | 'createdAt' | 'recordedMs'>

/** Modalities whose encounters begin and end at once, as the network sees them (ERR793, ERR794). */
const MOMENTARY = new Set(['01', '07'])

/**
 * From the opening of the consultation for as long as it was recorded. In basic and specialised
 * outpatient care both times are the opening: the network wants the same date, or the same time,
 * and is not clear which; the same time is both (RNDS.md §13).
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
