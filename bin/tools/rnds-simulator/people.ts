/**
 * People and places that nobody is: numbers with right check digits, drawn at random. The first
 * eight are the patients of the demonstration.
 */

export interface SimulatedPatient {
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

export interface SimulatedPractitioner {
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

export interface SimulatedOrganization {
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
