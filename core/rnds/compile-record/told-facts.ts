/**
 * What a call says of one visit, in place of what is usual in the establishment: an emergency room,
 * a ward and a private practice of one hospital differ (RNDS.md §7.13).
 */
import { CODE_LISTS } from '../../fhir/terms.ts'
import type { EncounterDefaults } from './establishment.ts'
import type { Faults } from './faults.ts'

/** By the names of the profile; the wire's are in `WIRE_NAMES`. Absent: the usual one. */
export type ToldFacts = Partial<Record<keyof typeof WIRE_NAMES, string>>

/** As callers of the interface write them, and are told of them. */
export const WIRE_NAMES = {
  cbo: 'practitioner_cbo',
  modality: 'modality',
  priority: 'priority',
  admissionSource: 'origin',
  outcome: 'outcome',
  financing: 'financing',
  procedure: 'procedure',
} as const satisfies Partial<Record<keyof EncounterDefaults, string>>

/** A stay: its record is the discharge summary, which is not composed here. */
const HOSPITAL_STAY = '04'

/**
 * A correction says what the record before it said, unless it says otherwise. The occupation is
 * that of one professional: another one brings their own.
 */
export function toldBefore(
  before: { told: ToldFacts | null; practitionerCns: string },
  now: { told: ToldFacts | undefined; practitionerCns: string },
): ToldFacts {
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
  told: ToldFacts,
  defaults: EncounterDefaults,
  found: Faults,
): (field: Exclude<keyof ToldFacts, 'cbo'>) => string {
  return (field) => {
    const said = told[field]
    if (said === undefined) {
      const usual = defaults[field]
      if (!usual) found.addSetting(field, 'required')
      return usual ?? ''
    }
    const fault = faultOf(field, said)
    if (fault) found.add(WIRE_NAMES[field], 'invalid', fault)
    return said
  }
}

function faultOf(field: Exclude<keyof ToldFacts, 'cbo'>, said: string) {
  if (field === 'procedure')
    return /^(\d{10}|\d{8})$/.test(said) ? null : { expected: 'SIGTAP (10), TUSS (8)' }
  const { codes } = CODE_LISTS[field]
  if (codes.has(said)) return null
  return { allowed: [...codes].map(([code, display]) => ({ code, display })) }
}

/** A stay in hospital is told by another document than an encounter (RAC). */
export function mustBeEncounter(modality: string, found: Faults): void {
  if (modality !== HOSPITAL_STAY) return
  found.add('modality', 'unsupported_content', {
    reason: 'hospital_stay',
    message:
      'Internação (modalidade 04) não é enviada como RAC: o documento dela é o Sumário de Alta, que não é composto aqui.',
  })
}
