import type { PerformedProcedure } from '../../fhir/clinical-record.ts'
import type { ConfirmedProcedure } from '../../terminology/ports.ts'
import type { ConsultationFacts } from './encounter-facts.ts'

/**
 * The consultation itself and what was done in it (RNDS.md §7.2, §7.5). What the doctor confirmed
 * decides: where that names the consultation too, or a visit in urgent care, the establishment's
 * usual one is left out.
 * @param usual of the establishment's consultations: SIGTAP (10 digits) or TUSS (8); asked for only
 * where it is needed
 */
export function performedProcedures(
  confirmed: readonly ConfirmedProcedure[],
  usual: () => string,
  consultation: ConsultationFacts,
): PerformedProcedure[] {
  const done = confirmed.map(
    ({ system, code, quantity }): PerformedProcedure => ({ system, code, quantity, note: null }),
  )
  if (done.some(({ code }) => CONSULTATION.test(code))) return done
  const own = consultationProcedure(usual(), consultation)
  return done.some(({ code }) => code === own.code) ? done : [own, ...done]
}

/** SIGTAP's forms of organization 03.01.01 (consultations) and 03.01.06 (visits in urgent care). */
const CONSULTATION = /^0301(?:01|06)/

/** What SIGTAP calls the same consultation when it is held at a distance (RNDS.md §7.5, §7.12). */
const AT_A_DISTANCE = new Map([
  ['0301010030', '0301010250'],
  ['0301010064', '0301010250'],
  ['0301010048', '0301010315'],
  ['0301010072', '0301010307'],
])

function consultationProcedure(code: string, { type }: ConsultationFacts): PerformedProcedure {
  const performed = type === 'TELEMEDICINE' ? (AT_A_DISTANCE.get(code) ?? code) : code
  const system = performed.length === 10 ? 'SIGTAP' : 'TUSS'
  return { system, code: performed, quantity: 1, note: null }
}
