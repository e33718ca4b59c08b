import { LOOKUPS } from '../../../core/fhir/terms.ts'
import { isCnes, isCns, isCpf } from '../../../core/identifiers.ts'

/**
 * People and places that nobody is: numbers with right check digits, drawn at random. The first
 * eight are the patients of the demonstration.
 */

interface SimulatedPatient {
  cpf: string | null
  /** null: known by the CPF alone. */
  cns: string | null
  /** Registered without a number that counts (ERR987). */
  isProvisional?: boolean
  /** Older numbers that still find them. */
  secondaryCns: string[]
  name: string
  birthDate: string
  gender: 'female' | 'male'
  active: boolean
  /** ISO date. */
  deathDate?: string
}

interface SimulatedPractitioner {
  cpf: string
  cns: string
  name: string
  /** `CRM-SP 123456`; the ministry's samples have none. */
  council?: string
  /** CBO codes by CNES. */
  roles: Record<string, string[]>
  /** Of somebody invented: the same in every establishment. */
  anywhere?: string[]
}

interface SimulatedOrganization {
  cnes: string
  name: string
  /** It exists, and is not on the list of the requester's credential. */
  isForeign?: boolean
}

export interface SimulatedPeople {
  patients: SimulatedPatient[]
  practitioners: SimulatedPractitioner[]
  organizations: SimulatedOrganization[]
}

const HOSPITAL = '9876543'
const CLINIC = '9876500'
const FOREIGN = '9876611'

const patient = (
  name: string,
  birthDate: string,
  cpf: string | null,
  cns: string | null,
  more: Partial<SimulatedPatient> = {},
): SimulatedPatient => ({
  name,
  birthDate,
  cpf,
  cns,
  secondaryCns: [],
  gender: 'female',
  active: true,
  ...more,
})

export const simulatedPeople: SimulatedPeople = {
  patients: [
    patient('MARIA SOUZA', '1972-03-14', '01419294210', '704163756570459'),
    patient('ANA LIMA', '1994-07-02', '80188039864', '704451717538847'),
    patient('SANDRA RIBEIRO', '1968-01-25', '78373549404', '701786229903454', {
      secondaryCns: ['898411358121328'],
    }),
    patient('ANTÔNIA PRADO', '1959-09-09', '49063230907', '707942983989872'),
    patient('LUIZA CAMPOS', '1965-05-30', '87330544604', '707178546359130'),
    patient('MÁRCIA NOGUEIRA', '1997-11-11', '84726375733', '700149126148076'),
    patient('HELENA DUARTE', '1944-02-28', '11716378966', '135383471720002', {
      secondaryCns: ['892554537204891', '708574236999914'],
    }),
    patient('BEATRIZ FARIAS', '2003-08-17', '28859889596', '702804919906300'),
    patient('PACIENTE INATIVO', '1950-01-01', '76171750000', '704894397648751', {
      gender: 'male',
      active: false,
    }),
    patient('PACIENTE SÓ COM CPF', '2001-06-06', '52998224725', null, { gender: 'male' }),
    patient('PACIENTE SEM CNS DEFINITIVO', '1988-10-10', '39053344705', null, {
      isProvisional: true,
    }),
  ],
  practitioners: [
    {
      cpf: '11144477735',
      cns: '159877430980006',
      name: 'RAFAEL MONTEIRO',
      council: 'CRM-SP 123456',
      roles: { [HOSPITAL]: ['225125', '225124'], [CLINIC]: ['225125'] },
    },
    {
      cpf: '12345678909',
      cns: '211791467570003',
      name: 'CLARA AZEVEDO',
      roles: { [HOSPITAL]: ['225120'], [FOREIGN]: ['225120'] },
    },
    { cpf: '00000000191', cns: '171203011720006', name: 'MÉDICA SEM VÍNCULO', roles: {} },
  ],
  organizations: [
    { cnes: HOSPITAL, name: 'HOSPITAL SIMULADO' },
    { cnes: CLINIC, name: 'CLÍNICA SIMULADA' },
    { cnes: FOREIGN, name: 'HOSPITAL DE OUTRA CREDENCIAL', isForeign: true },
  ],
}

const profile = (name: string) => [
  `http://rnds.saude.gov.br/fhir/r4/StructureDefinition/rnds-${name}-1.0`,
]
const officialName = (text: string) => [{ use: 'official', text }]

/**
 * The network's resources about people and places, shaped as its published samples are (RNDS.md
 * §4.6 to 4.9).
 *
 * No source shows the id of somebody without a CNS.
 */
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

export interface People {
  /** By CPF, official CNS or an older one. */
  findPatient(number: string): SimulatedPatient | undefined
  findPractitioner(number: string): SimulatedPractitioner | undefined
  findOrganization(cnes: string): SimulatedOrganization | undefined
  /** CBO codes that this person has in this establishment. */
  occupationsOf(cns: string, cnes: string): readonly string[]
  /** Whether the person works in one of the establishments of the requester's credential. */
  isLinked(cns: string): boolean
}

/**
 * @param anyone whoever has a right number exists: for trying the simulator with a hospital's own
 * test numbers
 */
export function findPeople(known: SimulatedPeople, anyone: boolean): People {
  const findPractitioner = (number: string) => {
    const found = known.practitioners.find(({ cpf, cns }) => cpf === number || cns === number)
    return found ?? (anyone ? inventedPractitioner(number) : undefined)
  }
  const findOrganization = (cnes: string) => {
    const found = known.organizations.find((one) => one.cnes === cnes)
    if (found || !anyone || !isCnes(cnes)) return found
    return { cnes, name: 'ESTABELECIMENTO DE TESTE' }
  }
  return {
    findPractitioner,
    findOrganization,
    occupationsOf(cns, cnes) {
      const found = findPractitioner(cns)
      return found?.roles[cnes] ?? found?.anywhere ?? []
    },
    isLinked(cns) {
      const found = /^\d{15}$/.test(cns) ? findPractitioner(cns) : undefined
      if (!found) return false
      const isOwn = (cnes: string) => findOrganization(cnes)?.isForeign !== true
      return anyone || Object.keys(found.roles).some(isOwn)
    },
    findPatient(number) {
      const found = known.patients.find(
        ({ cpf, cns, secondaryCns }) =>
          cpf === number || cns === number || secondaryCns.includes(number),
      )
      return found ?? (anyone ? inventedPatient(number) : undefined)
    },
  }
}

function inventedPractitioner(cns: string): SimulatedPractitioner | undefined {
  if (!isCns(cns)) return undefined
  return { cpf: '', cns, name: 'PROFISSIONAL DE TESTE', roles: {}, anywhere: ['225125'] }
}

function inventedPatient(number: string): SimulatedPatient | undefined {
  const who = {
    secondaryCns: [],
    name: 'PACIENTE DE TESTE',
    birthDate: '1980-01-01',
    gender: 'female' as const,
    active: true,
  }
  if (isCns(number)) return { ...who, cpf: null, cns: number }
  // A CPF alone gets a number of its own, always the same.
  return isCpf(number) ? { ...who, cpf: number, cns: cnsFor(number) } : undefined
}

/** Provisional numbers begin with 7 to 9; only the sum has to be right (RNDS.md §10.2). */
function cnsFor(cpf: string): string {
  for (let tail = 0; ; tail++) {
    const cns = `8${cpf}${String(tail).padStart(3, '0')}`
    if (isCns(cns)) return cns
  }
}
