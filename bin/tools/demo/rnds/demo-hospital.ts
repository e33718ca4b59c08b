/**
 * Who the sample EHR is, as the rehearsal of the national network knows it: numbers with right
 * check digits that belong to nobody (bin/tools/rnds-simulator/people.ts).
 */
import type { EstablishmentChanges } from '../../../../core/rnds/edit-establishment.ts'

export const DEMO_DOCTOR = { id: 'medico-demo', cns: '159877430980006' }

export const DEMO_CNES = '9876543'

/**
 * Marks a profile as the demonstration's own; a real one is given by the ministry, and is a number.
 */
export const DEMO_REQUESTER = 'demonstracao'

/**
 * The establishment profile of the demonstration, without the addresses: the rehearsal has others
 * at every start.
 */
export const DEMO_PROFILE = {
  environment: 'simulator',
  cnes: DEMO_CNES,
  uf: 'sp',
  requesterId: DEMO_REQUESTER,
  lookupCns: DEMO_DOCTOR.cns,
  cbo: '225125',
  modality: '07',
  priority: '01',
  admissionSource: '09',
  outcome: '01',
  financing: '01',
  procedure: '0301010072',
  locationName: 'Ambulatório',
  // As the specification asks (§4.2). The rehearsal takes prescriptions on their own, as the
  // network did until REPM took their place.
  rpmEnabled: true,
  relEnabled: true,
} satisfies EstablishmentChanges

/** As the assistant's page names them when it mounts the plugin. */
export function patientIdOf(slug: string): string {
  return `paciente-${slug}`
}
