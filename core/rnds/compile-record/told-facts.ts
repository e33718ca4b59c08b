/**
 * What a call says of one visit, in place of what is usual in the establishment: an emergency room,
 * a ward and a private practice of one hospital differ (RNDS.md §7.13).
 */

import type { Consultation } from '../../consultation/consultation.ts'
import { factFault, type VisitFacts, WIRE_NAMES } from '../../consultation/visit-facts.ts'
import { brasiliaTime } from '../../fhir/bundle/brasilia-time.ts'
import type { EncounterDefaults } from './establishment.ts'
import type { Faults } from './faults.ts'

/** A stay: its record is the discharge summary, which is not composed here. */
export const HOSPITAL_STAY = '04'

export const STAY_IN_WORDS =
  'Internação (modalidade 04) não é enviada como RAC: o documento dela é o Sumário de Alta, que não é composto aqui.'

/**
 * What a call says of its visit, and for the rest what the host said when it opened the
 * consultation. Who corrects the record of another brings their own occupation.
 */
export function factsOfVisit(
  opened: VisitFacts,
  told: VisitFacts | undefined,
  { isOfAnother }: { isOfAnother: boolean },
): VisitFacts {
  const { cbo, ...visit } = opened
  return { ...visit, ...(!isOfAnother && cbo !== undefined && { cbo }), ...told }
}

/**
 * A correction says what the record before it said, unless it says otherwise. The occupation is
 * that of one professional: another one brings their own.
 */
export function toldBefore(
  before: { told: VisitFacts | null; practitionerCns: string },
  now: { told: VisitFacts | undefined; practitionerCns: string },
): VisitFacts {
  const { cbo, ...visit } = before.told ?? {}
  const isSame = before.practitionerCns === now.practitionerCns
  return { ...visit, ...(isSame && cbo !== undefined && { cbo }), ...now.told }
}

/**
 * Reads one fact: what the call says, else the establishment's usual one. What is in no list of the
 * network is a fault that names those which are.
 * @returns the empty string where it is a fault
 */
export function encounterFact(
  told: VisitFacts,
  defaults: EncounterDefaults,
  found: Faults,
): (field: Exclude<keyof VisitFacts, 'cbo'>) => string {
  return (field) => {
    const said = told[field]
    if (said === undefined) {
      const usual = defaults[field]
      if (!usual) found.addSetting(field, 'required')
      return usual ?? ''
    }
    const fault = factFault(field, said)
    if (fault) found.add(WIRE_NAMES[field], 'invalid', fault)
    return said
  }
}

/** A stay in hospital is told by another document than an encounter (RAC). */
export function mustBeEncounter(modality: string, found: Faults): void {
  if (modality !== HOSPITAL_STAY) return
  found.add('modality', 'unsupported_content', {
    reason: 'hospital_stay',
    message: STAY_IN_WORDS,
  })
}

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
