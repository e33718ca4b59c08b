/** Under which occupation (CBO) somebody saw the patient (RNDS ERR906). */

import { factFaults, type VisitFacts, WIRE_NAMES } from '../../consultation/visit-facts.ts'
import { AppError, type Choice } from '../../errors.ts'
import type { OccupationOrigin } from '../../fhir/clinical-record.ts'
import type { EncounterDefaults } from './establishment.ts'
import type { Faults } from './faults.ts'

/** Nobody else's: the profile's would be everybody's. */
const OWN_OCCUPATION = 'svcctl user set USER --cns CNS --cbo CBO'

export interface Occupation extends OccupationOrigin {
  code: string
}

interface Known {
  /** In this establishment, as the network knows them; null when it could not be asked. */
  role: readonly Choice[] | null
  told: VisitFacts
  /** Who told it. */
  toldBy: 'call' | 'visit'
  /** Of the record of this visit that was made before, by the same professional. */
  earlier: string | null
  /** Of the professional, as the administrator says (`svcctl user set`). */
  own: string | null
  usual: Pick<EncounterDefaults, 'cbo'>
}

/**
 * What the network knows decides. Of several it is the one that the call names, then the one of the
 * record before, then the professional's own, and the profile's as the last resort; where it does
 * not answer, the same order.
 * @returns the empty string where it is a fault
 */
export function occupation(known: Known, found: Faults): Occupation {
  const { role, told, toldBy, earlier, own, usual } = known
  const isConfirmed = role !== null
  const chosen: Occupation[] = [
    { code: told.cbo ?? '', from: toldBy, isConfirmed },
    { code: earlier ?? '', from: 'record' as const, isConfirmed },
    { code: own ?? '', from: 'user' as const, isConfirmed },
    { code: usual.cbo ?? '', from: 'profile' as const, isConfirmed },
  ].filter(({ code }) => code !== '')
  const [fault] = factFaults({ ...(told.cbo !== undefined && { cbo: told.cbo }) })
  if (fault) {
    found.add(WIRE_NAMES.cbo, 'invalid', fault)
    return NONE
  }
  if (role === null) {
    const [first] = chosen
    if (!first) found.add(WIRE_NAMES.cbo, 'required', { setting: OWN_OCCUPATION })
    return first ?? NONE
  }
  const isKnown = (cbo: string) => role.some(({ code }) => code === cbo)
  if (told.cbo !== undefined && role.length > 0 && !isKnown(told.cbo)) {
    found.add(WIRE_NAMES.cbo, 'not_of_practitioner', { known: role })
    return NONE
  }
  const [only] = role
  if (role.length <= 1) return only ? { code: only.code, from: 'network', isConfirmed } : NONE
  const fitting = chosen.find(({ code }) => isKnown(code))
  if (fitting === undefined) found.ask(severalOccupations(role))
  return fitting ?? NONE
}

const NONE: Occupation = { code: '', from: 'profile', isConfirmed: false }

function severalOccupations(known: readonly Choice[]): AppError {
  return new AppError(
    'rejected',
    'several_occupations',
    'O profissional tem mais de uma ocupação neste estabelecimento. Escolha com qual atendeu.',
    { details: [{ field: WIRE_NAMES.cbo, issue: 'ambiguous', known }] },
  )
}
