/** What RNDS.md §5, §7, §8 and §9 prescribe, on bundles of every document type. */
import test from 'ava'
import fc from 'fast-check'
import { brasiliaDate, brasiliaTime } from '../../../core/fhir/bundle/brasilia-time.ts'
import { buildBundle, restamp } from '../../../core/fhir/bundle/build-bundle.ts'
import type { ClinicalRecord } from '../../../core/fhir/clinical-record.ts'
import type { Bundle } from '../../../core/fhir/types.ts'
import { entryReferences, outline, places, resourcesOf } from '../../helpers/bundles.ts'
import {
  arbitraryRecord,
  encounterRecord,
  fullEncounterRecord,
  laboratoryRecord,
  laboratoryResult,
  prescribed,
  prescriptionRecord,
  SENT_AT,
  START,
} from '../../helpers/clinical-records.ts'

const build = (record: ClinicalRecord) => buildBundle(record, SENT_AT)
const SD = 'http://www.saude.gov.br/fhir/r4/StructureDefinition'
const CS = 'http://www.saude.gov.br/fhir/r4/CodeSystem'
const concept = (system: string, code: string) => ({ coding: [{ system, code }] })
const sectionsOf = (bundle: Bundle) =>
  (bundle.entry[0]!.resource.section as { entry: { reference: string }[] }[]).map(({ entry }) =>
    entry.map(({ reference }) => Number(reference.split('-').at(-1))),
  )

test('a full RAC has its entries in the order of the published samples, and a section per entry', (t) => {
  const bundle = build(fullEncounterRecord())
  t.deepEqual(outline(bundle), [
    'Composition BRRegistroAtendimentoClinico',
    'Encounter BRContatoAssistencial-1.0',
    'Condition BRProblemaDiagnostico',
    'Condition BRProblemaDiagnostico',
    'Procedure BRProcedimentoRealizado-1.0',
    'Observation BRObservacaoDescritiva-1.0',
    'Location BRLocalAtendimento-1.0',
    'Observation BRMedidaObservada',
    'AllergyIntolerance BRAlergiaReacaoAdversa-1.0',
    'Composition BRRegistroPrescricaoMedicamento',
    'MedicationRequest BRPrescricaoMedicamento',
    'Medication BRMedicamento',
    'CarePlan BRPlanoCuidados-1.0',
    'CarePlan BRAtestado',
    'Condition BRCID10Avaliado-1.0',
  ])
  t.deepEqual(sectionsOf(bundle), [[1], [2], [3], [4], [7], [8], [9], [12], [13]])
})

test('the bundle names who sends, what, and when, with the offset of Brasília', (t) => {
  const { entry, ...rest } = build(encounterRecord())
  t.deepEqual(rest, {
    resourceType: 'Bundle',
    meta: { lastUpdated: '2026-03-16T15:10:00-03:00' },
    identifier: {
      system: 'http://www.saude.gov.br/fhir/r4/NamingSystem/BRRNDS-99999',
      value: 'consulta-0001',
    },
    type: 'document',
    timestamp: '2026-03-16T15:10:00-03:00',
  })
  t.is(entry.length, 4)
})

test('just after midnight in UTC it is still yesterday in Brasília', (t) => {
  const at = new Date('2026-03-17T02:59:59.999Z')
  t.is(brasiliaTime(at), '2026-03-16T23:59:59-03:00')
  t.is(brasiliaDate(at), '2026-03-16')
  t.is(brasiliaDate(new Date('2026-03-17T03:00:00Z')), '2026-03-17')
})

test('a bundle that is sent later has the new time, and nothing else of it changes', (t) => {
  const bundle = build(fullEncounterRecord())
  const later = restamp(bundle, new Date('2026-03-18T12:00:00Z'))
  t.is(later.timestamp, '2026-03-18T09:00:00-03:00')
  t.deepEqual(later.meta, { lastUpdated: '2026-03-18T09:00:00-03:00' })
  t.deepEqual({ ...later, meta: bundle.meta, timestamp: bundle.timestamp }, bundle)
  t.is(bundle.timestamp, '2026-03-16T15:10:00-03:00')
})

test('the encounter carries modality, people, times, diagnoses by rank and procedures with their financing', (t) => {
  const [encounter] = resourcesOf(build(fullEncounterRecord()), 'BRContatoAssistencial-1.0')
  const patient = {
    identifier: { system: `${SD}/BRIndividuo-1.0`, value: '843419254122484' },
  }
  t.deepEqual(encounter as unknown, {
    resourceType: 'Encounter',
    meta: { profile: [`${SD}/BRContatoAssistencial-1.0`] },
    status: 'finished',
    class: { system: `${CS}/BRModalidadeAssistencial`, code: '07' },
    priority: concept(`${CS}/BRCaraterAtendimento`, '01'),
    subject: patient,
    participant: [
      {
        extension: [
          {
            url: `${SD}/BROcupacao-1.0`,
            valueCodeableConcept: concept(`${CS}/BRCBO`, '225125'),
          },
          { url: `${SD}/BRIdentificacaoEquipe-1.0`, valueInteger: 2 },
        ],
        type: [concept(`${CS}/BRResponsabilidadeParticipante`, 'atendimento')],
        individual: {
          identifier: {
            system: `${SD}/BRLotacaoProfissional-1.0`,
            value: '195748906820018-2337991',
          },
        },
      },
    ],
    period: { start: START, end: START },
    reasonReference: [{ reference: 'urn:uuid:transient-5' }],
    diagnosis: [
      {
        condition: { reference: 'urn:uuid:transient-2' },
        use: concept('http://terminology.hl7.org/CodeSystem/diagnosis-role', 'AD'),
        rank: 1,
      },
      {
        condition: { reference: 'urn:uuid:transient-3' },
        use: concept('http://terminology.hl7.org/CodeSystem/diagnosis-role', 'CM'),
        rank: 2,
      },
      {
        condition: {
          extension: [
            {
              url: `${SD}/BRFinanciamento-1.0`,
              valueCodeableConcept: concept(`${CS}/BRFinanciamento`, '04'),
            },
          ],
          reference: 'urn:uuid:transient-4',
        },
      },
    ],
    hospitalization: {
      extension: [
        {
          url: `${SD}/BROutrasInformacoes`,
          valueAnnotation: { time: START, text: 'Temperatura: 37,8 °C' },
        },
      ],
      admitSource: concept(`${CS}/BRProcedencia`, '09'),
      dischargeDisposition: concept(`${CS}/BRMotivoDesfecho`, '01'),
    },
    location: [{ location: { reference: 'urn:uuid:transient-6' } }],
    serviceProvider: {
      identifier: { system: `${SD}/BREstabelecimentoSaude-1.0`, value: '2337991' },
    },
  })
})

test('a patient without CNS is named by CPF', (t) => {
  const bundle = build(encounterRecord({ patient: { cns: null, cpf: '52998224725' } }))
  t.like(bundle.entry[0]!.resource.subject, { identifier: { value: '52998224725' } })
})

test('a replacement names the version before it, as a Composition, in the root alone', (t) => {
  const networkId = 'eb4fc099-e5e2-4895-9d3b-23a6de2d7324-r3x7'
  const records = [
    { ...fullEncounterRecord(), replaces: networkId },
    prescriptionRecord({ replaces: networkId }),
    laboratoryRecord({ replaces: networkId }),
  ]
  for (const record of records) {
    const { entry } = build(record)
    t.deepEqual(entry[0]!.resource.relatesTo, [
      { code: 'replaces', targetReference: { reference: `Composition/${networkId}` } },
    ])
    t.true(entry.slice(1).every(({ resource }) => resource.relatesTo === undefined))
  }
  t.is(build(fullEncounterRecord()).entry[0]!.resource.relatesTo, undefined)
})

test('Encounter.type is sent for teleconsultations where the network takes it, and nowhere else', (t) => {
  const typeOf = (teleconsultation: boolean) =>
    build(encounterRecord({ encounter: { teleconsultation } })).entry[1]!.resource.type
  t.deepEqual(typeOf(true), [concept(`${CS}/BRModalidadeTelessaude`, 'teleconsulta')])
  t.is(typeOf(false), undefined)
})

test('a prescription without a coded medication is its words alone', (t) => {
  const items = [prescribed({ medication: null, text: 'Soro nasal' }), prescribed()]
  const bundle = build(prescriptionRecord({ prescription: items }))
  t.deepEqual(outline(bundle), [
    'Composition BRRegistroPrescricaoMedicamento',
    'MedicationRequest BRPrescricaoMedicamento',
    'MedicationRequest BRPrescricaoMedicamento',
    'Medication BRMedicamento',
  ])
  t.deepEqual(sectionsOf(bundle), [[1, 2]])
  const [words, coded] = resourcesOf(bundle, 'BRPrescricaoMedicamento')
  t.like(words, {
    medicationCodeableConcept: concept(`${CS}/BRDadoAusenteOuDesconhecido`, 'no-medication-info'),
    note: [{ text: 'Soro nasal' }],
    recorder: { identifier: { system: `${SD}/BRProfissional-1.0`, value: '195748906820018' } },
  })
  t.like(coded, { medicationReference: { reference: 'urn:uuid:transient-3' } })
})

test('a REL has a section per suspicion, with its condition and its results', (t) => {
  const laboratory = [
    laboratoryResult(),
    laboratoryResult({ suspicion: 'B04' }),
    laboratoryResult({
      pathogen: '09',
      value: { quantity: 1.4, unit: 'mg/dL', interpretation: '1' },
    }),
  ]
  const bundle = build(laboratoryRecord({ laboratory }))
  const result = [
    'Observation BRDiagnosticoLaboratorioClinico-3.2.1',
    'Specimen BRAmostraBiologica-1.0',
  ]
  t.deepEqual(outline(bundle), [
    'Composition BRResultadoExameLaboratorial-3.2.1',
    'Condition BRCondicaoSaude',
    ...result,
    ...result,
    'Condition BRCondicaoSaude',
    ...result,
  ])
  t.deepEqual(sectionsOf(bundle), [
    [1, 2, 4],
    [6, 7],
  ])
  t.like(bundle.entry[1]!.resource, {
    code: concept(`${CS}/BRCID10`, 'B342'),
    stage: [
      { assessment: [{ reference: 'urn:uuid:transient-2' }] },
      { assessment: [{ reference: 'urn:uuid:transient-4' }] },
    ],
  })
  t.like(bundle.entry[4]!.resource, {
    valueQuantity: { value: 1.4, system: 'http://unitsofmeasure.org', code: 'mg/dL' },
    interpretation: [concept(`${CS}/BRResultadoQualitativoExame`, '1')],
    specimen: { reference: 'urn:uuid:transient-5' },
  })
})

/** Elements that no profile of the three documents takes, wherever they stand. */
const PROHIBITED =
  /(^|\.)(id|display|userSelected|contained|language|implicitRules|narrative|use\.text|encounter|attester|custodian|confidentiality|asserter|recordedDate|dataAbsentReason|verificationStatus|referenceRange\.(low|high)|identifier\.(use|type|period|assigner))$/

test('of any record: entries are numbered in order, references resolve, every entry is reached from the root, nothing is empty or prohibited', (t) => {
  fc.assert(
    fc.property(arbitraryRecord, (record) => {
      const bundle = JSON.parse(JSON.stringify(build(record))) as Bundle
      const urls = bundle.entry.map(({ fullUrl }) => fullUrl)
      t.deepEqual(
        urls,
        urls.map((_, index) => `urn:uuid:transient-${index}`),
      )

      const byUrl = new Map(bundle.entry.map(({ fullUrl, resource }) => [fullUrl, resource]))
      const reached = new Set<string>()
      const follow = (url: string) => {
        if (reached.has(url)) return
        reached.add(url)
        entryReferences(byUrl.get(url)).forEach(follow)
      }
      follow(urls[0]!)
      t.deepEqual([...reached].sort(), [...urls].sort())

      for (const { path, value } of places(bundle)) {
        t.false(PROHIBITED.test(path), path)
        t.not(value, null, path)
        t.not(value, '', path)
        if (Array.isArray(value)) t.true(value.length > 0, path)
        else if (typeof value === 'object') t.true(Object.keys(value!).length > 0, path)
      }
      const known = places(build(record)).every(({ value }) => value !== undefined)
      t.true(known, 'an element is there and undefined')
    }),
    { numRuns: 150 },
  )
})
