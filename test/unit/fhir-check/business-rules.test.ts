/**
 * The network's own rules (RNDS.md §6.3, §11), each by one bundle that breaks it and nothing else.
 */
import test from 'ava'
import { buildBundle } from '../../../core/fhir/bundle/build-bundle.ts'
import type { EncounterFacts, EncounterRecord } from '../../../core/fhir/clinical-record.ts'
import type { CheckOptions } from '../../../core/fhir/rules/check-bundle.ts'
import { only, PUBLISHED_SPELLINGS, STANDARD_SPELLINGS } from '../../../core/fhir/spellings.ts'
import {
  encounterRecord,
  fullEncounterRecord,
  laboratoryRecord,
  laboratoryResult,
  SENT_AT,
} from '../../helpers/clinical-records.ts'
import { brief, checker, errorsOf, TODAY } from '../../helpers/fhir-check.ts'
import { replaced, type Steps } from '../../helpers/fhir-json-path.ts'
import { richEncounterBundle } from '../../helpers/fhir-rich-bundles.ts'

const check = checker()
type Parts = Partial<Omit<EncounterRecord, 'encounter' | 'documentType'>> & {
  encounter?: Partial<EncounterFacts>
}
const record = (parts: Parts) => buildBundle(encounterRecord(parts), SENT_AT)
const CID = (code: string) => ({ system: 'CID10' as const, code, note: null })
const SIGTAP = (code: string) => ({ system: 'SIGTAP' as const, code, quantity: 1, note: null })
const day = (date: string) => `2026-03-${date}:00-03:00`

const gives = test.macro({
  title: (_, what: string, expected: string) => `${what}: ${expected || 'no finding'}`,
  exec(t, _what: string, expected: string, parts: Parts, options: Partial<CheckOptions> = {}) {
    t.deepEqual(brief(check(record(parts), options)), expected === '' ? [] : [expected])
  },
})

const ENCOUNTER = 'Bundle.entry[1].resource'
test(gives, 'urgency booked as elective', `ERR784 ${ENCOUNTER}.priority.coding[0].code`, {
  encounter: { modality: '06', priority: '01' },
})
test(gives, 'urgency without appointment', '', { encounter: { modality: '06', priority: '02' } })
test(gives, 'primary care paid privately', `ERR785 ${ENCOUNTER}.diagnosis[1].condition.extension`, {
  encounter: { modality: '01', financing: '04' },
})
test(gives, 'primary care paid by SUS', '', { encounter: { modality: '01', financing: '01' } })
test(gives, 'the principal diagnosis again', 'ERR787 Bundle.entry[3].resource.code', {
  diagnoses: [CID('J069'), CID('J069')],
})
test(gives, 'a secondary diagnosis twice', 'ERR788 Bundle.entry[4].resource.code', {
  diagnoses: [CID('J069'), CID('I10'), CID('I10')],
})
test(gives, 'a procedure twice', 'ERR789 Bundle.entry[4].resource.code', {
  procedures: [SIGTAP('0301010072'), SIGTAP('0301010072')],
})
test(gives, 'a hospital stay within a day', `ERR791 ${ENCOUNTER}.period`, {
  encounter: { modality: '04', end: day('16T20:00') },
})
test(gives, 'a hospital stay that death ended', '', {
  encounter: { modality: '04', end: day('16T15:00'), outcome: '06' },
})
test(gives, 'a hospital stay over night', '', {
  encounter: { modality: '04', start: day('15T14:00'), end: day('16T14:00') },
})
test(gives, 'an outpatient visit over midnight', `ERR793 ${ENCOUNTER}.period`, {
  encounter: { start: day('15T23:50'), end: day('16T00:10') },
})
test(gives, 'a visit that ends later on its day', '', { encounter: { end: day('16T14:40') } })
test(gives, 'a visit that is Brasília’s day and not UTC’s', '', {
  encounter: { start: '2026-03-16T01:00:00Z', end: '2026-03-16T01:30:00Z' },
})
test(
  gives,
  'a visit after death',
  `ERR798 ${ENCOUNTER}.period.end`,
  { encounter: { modality: '09', start: day('15T14:00'), end: day('16T14:00') } },
  { patient: { birthDate: '1990-01-01', deathDate: '2026-03-15' } },
)
test(
  gives,
  'a visit begun before birth',
  `ERR801 ${ENCOUNTER}.period.start`,
  { encounter: { modality: '09', start: day('15T14:00'), end: day('16T14:00') } },
  { patient: { birthDate: '2026-03-16', deathDate: null } },
)
test(gives, 'a timestamp of yesterday', 'ERR807 Bundle.timestamp', {}, { today: '2026-03-17' })

test('an end before the start is also before the procedure', (t) => {
  const bundle = record({ encounter: { modality: '09', end: day('16T13:00') } })
  t.deepEqual(brief(check(bundle)), [
    `per-1 ${ENCOUNTER}.period.end`,
    'ERR796 Bundle.entry[3].resource.performed',
  ])
})

test('rules of the network can be left out, profiles and structure never', (t) => {
  const bundle = record({ encounter: { modality: '06', priority: '01' } })
  t.deepEqual(check(bundle, { businessRules: false }), [])
  const wrong = replaced(bundle, ['type'], 'collection')
  t.deepEqual(brief(check(wrong, { businessRules: false })), ['ERR923 Bundle.type'])
})

const breaks = test.macro({
  title: (_, what: string, expected: string) => `${what}: ${expected}`,
  exec(t, _what: string, expected: string, steps: Steps, value: unknown) {
    t.deepEqual(brief(check(replaced(richEncounterBundle(), steps, value))), [expected])
  },
})
const PERIOD: Steps = ['entry', 1, 'resource', 'period']
test(
  breaks,
  'a later hour for the procedure',
  'ERR794 Bundle.entry[4].resource.performed',
  ['entry', 4, 'resource', 'performedDateTime'],
  '2026-03-16T14:01:00-03:00',
)
test(
  breaks,
  'no rank at all',
  'ERR914 Bundle.entry[1].resource.diagnosis',
  ['entry', 1, 'resource', 'diagnosis'],
  [
    { condition: { reference: 'urn:uuid:transient-2' } },
    { condition: { reference: 'urn:uuid:transient-3' } },
    financed('urn:uuid:transient-4'),
  ],
)

function financed(reference: string) {
  const system = 'http://www.saude.gov.br/fhir/r4/CodeSystem/BRFinanciamento'
  const url = 'http://www.saude.gov.br/fhir/r4/StructureDefinition/BRFinanciamento-1.0'
  const valueCodeableConcept = { coding: [{ system, code: '04' }] }
  return { condition: { reference, extension: [{ url, valueCodeableConcept }] } }
}

test('a procedure outside the stay is told from both sides', (t) => {
  const stay = (performed: string) => {
    const bundle = record({
      encounter: { modality: '04', start: day('13T14:00'), end: day('15T14:00') },
    })
    return brief(check(replaced(bundle, ['entry', 3, 'resource', 'performedDateTime'], performed)))
  }
  t.deepEqual(stay(day('14T10:00')), [])
  t.deepEqual(stay('2026-03-13'), [])
  t.deepEqual(stay(day('15T14:01')), ['ERR796 Bundle.entry[3].resource.performed'])
  t.deepEqual(stay(day('13T13:59')), ['ERR797 Bundle.entry[3].resource.performed'])
})

test('what an hour earlier is no error is a warning at most', (t) => {
  const wrong = replaced(richEncounterBundle(), [...PERIOD, 'start'], '2026-03-16T13:00:00-03:00')
  t.deepEqual(errorsOf(check(wrong)), [])
})

test('codes of large tables are asked for, and not knowing is a warning, once per table', (t) => {
  const asked: string[] = []
  const knows = (system: string, code: string) => {
    asked.push(`${system.split('/').at(-1)} ${code}`)
    return code === 'J069' ? false : undefined
  }
  const findings = check(record({}), { knows, today: TODAY })
  t.deepEqual(new Set(asked), new Set(['BRCBO 225125', 'BRCID10 J069', 'BRTabelaSUS 0301010072']))
  t.deepEqual(
    findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`),
    [
      'error binding Bundle.entry[2].resource.code.coding[0].code',
      'warning unchecked Bundle.entry[1].resource.participant[0].extension[0].value.coding[0].code',
      'warning unchecked Bundle.entry[3].resource.code.coding[0].code',
    ],
  )
})

test('other spellings of a system can be taken for the profiles’ own', (t) => {
  const steps: Steps = ['entry', 5, 'resource', 'code', 'coding', 0, 'system']
  const other = replaced(richEncounterBundle(), steps, 'https://loinc.org/')
  t.true(check(other).length > 0)
  t.deepEqual(check(other, { spellings: PUBLISHED_SPELLINGS }), [])
})

const OTHER_LOINC = 'https://loinc.org/'
const OTHER_UCUM = 'https://www.hl7.org/fhir/valueset-ucum-common.html'

test('a record passes as the establishment spells LOINC and UCUM, and in no other spelling', (t) => {
  const all = [
    STANDARD_SPELLINGS,
    { ...STANDARD_SPELLINGS, loinc: OTHER_LOINC },
    { ...STANDARD_SPELLINGS, ucum: OTHER_UCUM },
    { loinc: OTHER_LOINC, ucum: OTHER_UCUM },
    { ...STANDARD_SPELLINGS, loinc: 'https://loinc.gov.example/' },
  ]
  for (const written of all)
    for (const taken of all) {
      const bundle = buildBundle({ ...fullEncounterRecord(), spellings: written }, SENT_AT)
      const found = errorsOf(check(bundle, { spellings: only(taken) }))
      const isRefused = (path: string) => found.some((finding) => finding.path === path)
      const label = JSON.stringify({ written, taken })
      const loinc = 'Bundle.entry[5].resource.code.coding[0].system'
      t.is(isRefused(loinc), written.loinc !== taken.loinc, label)
      t.is(
        isRefused('Bundle.entry[7].resource.code.coding[0].system'),
        written.loinc !== taken.loinc,
      )
      t.is(
        isRefused('Bundle.entry[7].resource.valueQuantity.system'),
        written.ucum !== taken.ucum,
        label,
      )
      for (const { path, message } of found.filter(({ path }) => path === loinc))
        t.true(message.includes(taken.loinc), `${path} ${message}`)
      if (written === taken) t.deepEqual(found, [], label)
    }
})

test('a unit of a laboratory result is spelled as the establishment does', (t) => {
  const spellings = { ...STANDARD_SPELLINGS, ucum: OTHER_UCUM }
  const value = { quantity: 1.4, unit: 'mg/dL', interpretation: '3' as const }
  const record = laboratoryRecord({ spellings, laboratory: [laboratoryResult({ value })] })
  const bundle = buildBundle(record, SENT_AT)
  t.deepEqual(
    brief(check(bundle)).filter((fault) => fault.startsWith('spelling')),
    ['spelling Bundle.entry[2].resource.valueQuantity.system'],
  )
  t.false(
    brief(check(bundle, { spellings: only(spellings) }))
      .join()
      .includes('spelling'),
  )
})

test('messages name the field, where it is set and what to do', (t) => {
  const message = (steps: Steps, value: unknown) =>
    check(replaced(richEncounterBundle(), steps, value))[0]?.message
  t.is(
    message(['entry', 1, 'resource', 'priority', 'coding', 0, 'code'], '77'),
    'Caráter do atendimento (svcctl rnds profile set --priority): o código não está na lista BRCaraterAtendimento-1.0; use um destes: 01, 02, 03, 04, 05, 06, 99.',
  )
  t.is(
    message(['entry', 3, 'resource', 'code', 'coding', 0, 'code'], 'ZZZ'),
    'Diagnóstico 2: Código do diagnóstico (diagnósticos confirmados): o código não existe na tabela BRProblemaDiagnostico; escolha um código vigente.',
  )
  t.is(
    message(
      [
        'entry',
        1,
        'resource',
        'participant',
        0,
        'extension',
        0,
        'valueCodeableConcept',
        'coding',
        0,
        'display',
      ],
      'x',
    ),
    'Ocupação do profissional, CBO (practitioner_cbo; svcctl user set --cbo): não pode ser enviado neste documento; retire-o.',
  )
})
