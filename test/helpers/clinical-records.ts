/**
 * Records as `core/rnds` compiles them: one of each type with the numbers of RNDS.md §10, and
 * arbitrary ones.
 */
import fc from 'fast-check'
import type {
  ClinicalRecord,
  EncounterFacts,
  EncounterRecord,
  LaboratoryRecord,
  LaboratoryResult,
  PrescribedItem,
  PrescriptionRecord,
} from '../../core/fhir/clinical-record.ts'
import { STANDARD_SPELLINGS } from '../../core/fhir/spellings.ts'
import { CODE_LISTS, type CodeList } from '../../core/fhir/terms.ts'
import { arbitraryCnes, arbitraryCns, arbitraryCpf } from './identifiers.ts'

export const START = '2026-03-16T14:00:00-03:00'
export const SENT_AT = new Date('2026-03-16T18:10:00Z')

const HEAD = {
  requesterId: '99999',
  localId: 'consulta-0001',
  replaces: null,
  generatedAt: '2026-03-16T15:10:00-03:00',
  patient: { cns: '843419254122484', cpf: '52998224725' },
  practitioner: { cns: '195748906820018' },
  cnes: '2337991',
  spellings: STANDARD_SPELLINGS,
}

/**
 * A specialised consultation of a private practice with one diagnosis; everything optional is
 * missing.
 */
export function encounterRecord({
  encounter = {},
  ...parts
}: Partial<Omit<EncounterRecord, 'encounter' | 'documentType'>> & {
  encounter?: Partial<EncounterFacts>
} = {}): EncounterRecord {
  return {
    ...HEAD,
    documentType: 'RAC',
    encounter: {
      cbo: '225125',
      modality: '07',
      priority: '01',
      admissionSource: '09',
      outcome: '01',
      financing: '04',
      start: START,
      end: START,
      team: null,
      locationName: null,
      teleconsultation: false,
      reason: null,
      otherInformation: null,
      ...encounter,
    },
    occupation: { from: 'network', isConfirmed: true },
    diagnoses: [{ system: 'CID10', code: 'J069', note: null }],
    procedures: [{ system: 'SIGTAP', code: '0301010072', quantity: 1, note: null }],
    measurements: [],
    allergies: [],
    prescription: [],
    carePlan: null,
    certificate: null,
    ...parts,
  }
}

/** A RAC that holds everything once. */
export function fullEncounterRecord(): EncounterRecord {
  return encounterRecord({
    encounter: {
      team: 2,
      locationName: 'Consultório 3',
      reason: 'Dor de garganta e coriza há três dias.',
      otherInformation: 'Temperatura: 37,8 °C',
    },
    diagnoses: [
      { system: 'CID10', code: 'J069', note: 'Infecção aguda das vias aéreas superiores.' },
      { system: 'CIAP2', code: 'R74', note: null },
    ],
    procedures: [
      { system: 'SIGTAP', code: '0301010072', quantity: 1, note: 'Sem intercorrências.' },
    ],
    measurements: [{ code: '29463-7', value: 82.5, unit: 'kg' }],
    allergies: [
      {
        text: 'Dipirona',
        code: 'outro-agente-substancia',
        category: 'medication',
        criticality: 'low',
        note: 'Urticária.',
      },
    ],
    prescription: [prescribed()],
    carePlan: 'Hidratação e repouso.',
    certificate: { start: '2026-03-16', days: 3, description: 'Três dias.', diagnosis: 'J069' },
  })
}

export function prescribed(parts: Partial<PrescribedItem> = {}): PrescribedItem {
  return {
    text: 'Paracetamol 500 mg, um comprimido de 6 em 6 horas se houver dor.',
    medication: { system: 'CATMAT', code: 'BR0267778', form: '19' },
    prescribedAt: START,
    ...parts,
  }
}

export function prescriptionRecord(parts: Partial<PrescriptionRecord> = {}): PrescriptionRecord {
  return { ...HEAD, documentType: 'RPM', prescription: [prescribed()], ...parts }
}

export function laboratoryRecord(parts: Partial<LaboratoryRecord> = {}): LaboratoryRecord {
  return { ...HEAD, documentType: 'REL', laboratory: [laboratoryResult()], ...parts }
}

export function laboratoryResult(parts: Partial<LaboratoryResult> = {}): LaboratoryResult {
  return {
    exam: { system: 'LOINC', code: '94507-1' },
    category: '0202',
    pathogen: null,
    collectedAt: '2026-03-15T09:00:00-03:00',
    issuedAt: '2026-03-16T09:00:00-03:00',
    value: { scale: 'DTNT', code: '1' },
    method: 'RT-PCR',
    referenceRange: 'Não detectável',
    specimen: 'RASPEL',
    suspicion: 'B342',
    ...parts,
  }
}

const words = fc
  .string({ minLength: 1, maxLength: 60 })
  .map((text) => text.trim())
  .filter((text) => text !== '')
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const codeOf = (codes: CodeList) => fc.constantFrom(...codes.codes.keys())
const cid10 = fc.constantFrom('J069', 'I10', 'E119', 'B342', 'F412')
const time = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((at) => `${at.toISOString().slice(0, 19)}-03:00`)
const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 })

const head = fc.record({
  requesterId: fc.constantFrom('14008', '10302910000182A'),
  localId: fc.uuid(),
  replaces: maybe(fc.uuid().map((id) => `${id}-r3x7`)),
  generatedAt: time,
  patient: fc.record({ cns: maybe(arbitraryCns), cpf: arbitraryCpf }),
  practitioner: fc.record({ cns: arbitraryCns }),
  cnes: arbitraryCnes,
  spellings: fc.constant(STANDARD_SPELLINGS),
})

const prescribedItem: fc.Arbitrary<PrescribedItem> = fc.record({
  text: words,
  medication: maybe(
    fc.record({
      system: fc.constantFrom('CATMAT', 'VMP', 'AMPP', 'ANVISA', 'EAN'),
      code: fc.constant('BR0267778'),
      form: fc.constant('19'),
    }),
  ),
  prescribedAt: time,
})

const facts: fc.Arbitrary<EncounterFacts> = fc
  .record({
    cbo: fc.constantFrom('225125', '223505'),
    modality: codeOf(CODE_LISTS.modality),
    priority: codeOf(CODE_LISTS.priority),
    admissionSource: codeOf(CODE_LISTS.admissionSource),
    outcome: codeOf(CODE_LISTS.outcome),
    financing: codeOf(CODE_LISTS.financing),
    times: fc.tuple(time, time).map((both) => both.toSorted()),
    team: maybe(fc.integer({ min: 1, max: 9_999_999 })),
    locationName: maybe(words),
    teleconsultation: fc.boolean(),
    reason: maybe(words),
    otherInformation: maybe(words),
  })
  .map(({ times: [start = '', end = ''], ...rest }) => ({ ...rest, start, end }))

const arbitraryEncounter: fc.Arbitrary<EncounterRecord> = fc
  .record({
    head,
    encounter: facts,
    occupation: fc.record({
      from: fc.constantFrom('call', 'user', 'network'),
      isConfirmed: fc.boolean(),
    }),
    diagnoses: several(
      fc.record({ system: fc.constantFrom('CID10', 'CIAP2'), code: cid10, note: maybe(words) }),
    ),
    procedures: several(
      fc.record({
        system: fc.constantFrom('SIGTAP', 'TUSS'),
        code: fc.constantFrom('0301010064', '0301010072'),
        quantity: fc.integer({ min: 1, max: 5 }),
        note: maybe(words),
      }),
    ),
    measurements: fc.array(
      fc.record({
        code: fc.constantFrom('8480-6', '8462-4', '29463-7', '8302-2', '9843-4', '8280-0'),
        value: fc.integer({ min: 1, max: 300 }),
        unit: fc.constantFrom('mm[Hg]', 'kg', 'cm', 'm'),
      }),
      { maxLength: 4 },
    ),
    allergies: fc.array(
      fc.record({
        text: words,
        code: fc.constantFrom('camarao', 'outro-alimento', 'outro-agente-substancia'),
        category: fc.constantFrom('food', 'medication', 'biologic', 'environment'),
        criticality: fc.constantFrom('low', 'high', 'unable-to-assess', null),
        note: maybe(words),
      }),
      { maxLength: 3 },
    ),
    prescription: fc.array(prescribedItem, { maxLength: 3 }),
    carePlan: maybe(words),
    certificate: maybe(
      fc.record({
        start: fc.constant('2026-03-16'),
        days: fc.integer({ min: 1, max: 15 }),
        description: maybe(words),
        diagnosis: maybe(cid10),
      }),
    ),
  })
  .map(({ head, ...rest }) => ({ ...head, documentType: 'RAC', ...rest }))

const qualitative = fc.constantFrom('1', '2', '3')
const arbitraryResult: fc.Arbitrary<LaboratoryResult> = fc.record({
  exam: fc.record({ system: fc.constantFrom('LOINC', 'GAL'), code: fc.constant('94507-1') }),
  category: fc.constantFrom('0202', '0214'),
  pathogen: maybe(fc.constant('09')),
  collectedAt: time,
  issuedAt: time,
  value: fc.oneof(
    fc.record({ quantity: fc.nat(), unit: fc.constant('mg/dL'), interpretation: qualitative }),
    fc.record({ scale: fc.constantFrom('plain', 'DTNT', 'RSCUL'), code: qualitative }),
  ),
  method: words,
  referenceRange: words,
  specimen: fc.constant('RASPEL'),
  suspicion: cid10,
})

/** Any record whose values are of the right kind: what the network's own rules say is not asked. */
export const arbitraryRecord: fc.Arbitrary<ClinicalRecord> = fc.oneof(
  { weight: 3, arbitrary: arbitraryEncounter },
  {
    weight: 1,
    arbitrary: fc
      .record({ head, prescription: several(prescribedItem) })
      .map(({ head, ...rest }): ClinicalRecord => ({ ...head, documentType: 'RPM', ...rest })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ head, laboratory: several(arbitraryResult) })
      .map(({ head, ...rest }): ClinicalRecord => ({ ...head, documentType: 'REL', ...rest })),
  },
)
