/**
 * The network's resources about people and places, shaped as its published samples are (RNDS.md
 * §4.6 to 4.9).
 */
import { LOOKUPS } from '../../../core/fhir/terms.ts'
import type { SimulatedOrganization, SimulatedPatient, SimulatedPractitioner } from './people.ts'

const profile = (name: string) => [
  `http://rnds.saude.gov.br/fhir/r4/StructureDefinition/rnds-${name}-1.0`,
]
const officialName = (text: string) => [{ use: 'official', text }]

/** No source shows the id of somebody without a CNS. */
export function patientResource(patient: SimulatedPatient): object {
  const { cpf, cns, secondaryCns, name, birthDate, gender, active, deathDate } = patient
  return {
    resourceType: 'Patient',
    id: cns ?? cpf,
    meta: { profile: profile('patient') },
    identifier: [
      ...(cpf ? [{ system: LOOKUPS.cpf, value: cpf }] : []),
      ...secondaryCns.map((value) => ({ use: 'secondary', system: LOOKUPS.cns, value })),
      ...(cns ? [{ use: 'official', system: LOOKUPS.cns, value: cns }] : []),
    ],
    active,
    name: officialName(name),
    gender,
    birthDate,
    ...(deathDate && { deceasedDateTime: deathDate }),
  }
}

export function practitionerResource({ cpf, cns, name, council }: SimulatedPractitioner): object {
  return {
    resourceType: 'Practitioner',
    id: cns,
    meta: { profile: profile('practitioner') },
    identifier: [
      { system: LOOKUPS.cpf, value: cpf },
      { system: LOOKUPS.cns, value: cns },
    ],
    name: officialName(name),
    ...(council && { qualification: [{ identifier: [{ value: council }] }] }),
  }
}

export function roleResource(
  { cns, roles, anywhere = [] }: SimulatedPractitioner,
  cnes: string,
): object {
  return {
    resourceType: 'PractitionerRole',
    id: `${cns}-${cnes}`,
    meta: { profile: profile('practitionerrole') },
    practitioner: { reference: `Practitioner/${cns}` },
    organization: { reference: `Organization/${cnes}` },
    code: (roles[cnes] ?? anywhere).map((code) => ({ coding: [{ system: LOOKUPS.cbo, code }] })),
  }
}

export function organizationResource({ cnes, name }: SimulatedOrganization): object {
  return {
    resourceType: 'Organization',
    id: cnes,
    meta: { profile: profile('organization') },
    identifier: [{ system: LOOKUPS.cnes, value: cnes }],
    active: true,
    name,
  }
}

export function searchset(resources: object[]): object {
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: resources.length,
    entry: resources.map((resource) => ({ resource })),
  }
}
