/**
 * The ministry's published samples. None of them is valid as it stands; RNDS.md §14 names their
 * defects, and what is found here is that list: old dates, numbers without check digits, a 15-digit
 * number where a CNES belongs, `Medication.id`, one section for everything (2025), real UUIDs
 * instead of transient ones (2024, 2025), `Encounter.type` and the other LOINC spelling (2026).
 */
import test from 'ava'
import { prepareRules } from '../../../core/fhir/profile/prepare-rules.ts'
import { withTeleconsultation } from '../../../core/fhir/rules/amend.ts'
import { shippedRules } from '../../../core/fhir/rules/rnds.ts'
import { PUBLISHED_SPELLINGS } from '../../../core/fhir/spellings.ts'
import type { Bundle } from '../../../core/fhir/types.ts'
import { checker, EXAMPLES, errorsOf } from '../../helpers/fhir-check.ts'
import { hasShared, readShared } from '../../helpers/shared-files.ts'

const withSamples = hasShared(EXAMPLES) ? test : test.skip
const check = checker()
const sample = (name: string) => readShared<Bundle>(`${EXAMPLES}/${name}.json`)

/** Faults by code and element, indices left out; as often as they may be. */
function faults(name: string, options: Parameters<typeof check>[1] = {}): string[] {
  const findings = errorsOf(check(sample(name), options))
  const kinds = findings.map(({ code, path }) => {
    const { 1: index = '', 2: below = '' } = /^Bundle(?:\.entry\[(\d+)\])?(.*)$/.exec(path) ?? []
    const type = index && sample(name).entry[Number(index)]?.resource.resourceType
    return `${code} ${(type || 'Bundle') + below.replace('.resource', '').replace(/\[\d+\]/g, '')}`
  })
  return [...new Set(kinds)].sort()
}

/**
 * Of every RAC sample: sent long ago, for people whose numbers were made up (RNDS.md §10.2, §14).
 */
const MADE_UP = [
  'ERR807 Bundle.timestamp',
  'ERR841 Encounter.participant.individual.identifier.value',
  'ERR841 Encounter.serviceProvider.identifier.value',
  'ERR997 Composition.subject.identifier.value',
]
withSamples('what was derived from the profiles gives no finding', (t) => {
  for (const name of ['derived/RAC-minimal-derived', 'derived/RPM-standalone-derived'])
    t.deepEqual(check(sample(name)), [], name)
})

withSamples('RAC 2024: section per entry; Medication.id speaks against it', (t) => {
  t.deepEqual(
    faults('RAC-completo-section-per-entry-2024'),
    [...MADE_UP, 'prohibited Medication.id'].sort(),
  )
})

withSamples('RAC 2025: besides, 18 entries share one section, which matches no slice', (t) => {
  t.deepEqual(
    faults('RAC-completo-2025'),
    [...MADE_UP, 'prohibited Medication.id', 'slice Composition.section'].sort(),
  )
})

withSamples('RAC 2026: Encounter.type and the other spellings of LOINC and UCUM', (t) => {
  const found = [
    ...MADE_UP,
    'prohibited Encounter.type',
    'fixed Observation.code.coding.system',
    'binding Observation.code.coding.system',
    'spelling Observation.valueQuantity.system',
  ]
  t.deepEqual(faults('RAC-teleconsulta-2026'), found.sort())
})

withSamples('RAC 2026 is as it should be where the network is told to take both', (t) => {
  const profiles = prepareRules(withTeleconsultation(shippedRules()))
  t.deepEqual(
    faults('RAC-teleconsulta-2026', { profiles, spellings: PUBLISHED_SPELLINGS }),
    [...MADE_UP].sort(),
  )
})

/** §5.1: samples of 2024 and 2025 carry real UUIDs in every entry. */
withSamples('real UUIDs are one warning, whatever the number of entries', (t) => {
  for (const name of ['RAC-completo-section-per-entry-2024', 'RAC-completo-2025'])
    t.deepEqual(
      check(sample(name)).flatMap(({ severity, code, path }) =>
        code === 'ERR920' && path.endsWith('fullUrl') ? [`${severity} ${path}`] : [],
      ),
      ['warning Bundle.entry[0].fullUrl'],
      name,
    )
})

withSamples('on the day of a sample its dates that lie later are told', (t) => {
  const today = sample('RAC-teleconsulta-2026').timestamp.slice(0, 10)
  const later = faults('RAC-teleconsulta-2026', { today }).filter((fault) =>
    /ERR(974|80)/.test(fault),
  )
  t.deepEqual(later, ['ERR974 AllergyIntolerance.onset', 'ERR974 Observation.value'])
})

withSamples('REL 3.2.1: nine digits are no CNES; lists of exams that lag behind only warn', (t) => {
  t.deepEqual(
    faults('REL-3.2.1-loinc-2026'),
    ['ERR807 Bundle.timestamp', 'ERR841 Observation.performer.identifier.value'].sort(),
  )
  const warnings = check(sample('REL-3.2.1-loinc-2026')).filter(
    ({ severity }) => severity === 'warning',
  )
  t.deepEqual(
    warnings.map(({ path }) => path),
    [
      'Bundle.entry[0].fullUrl',
      'Bundle.entry[2].resource.extension[0].value.coding[0].code',
      'Bundle.entry[2].resource.code.coding[0].code',
    ],
  )
})

withSamples('REL 1.x is a version that is not checked here, and so refused', (t) => {
  for (const name of ['REL-1.0-datasus-2020', 'REL-1.1-covid-cnes', 'REL-1.1-covid-replace'])
    t.true(faults(name).includes('ERR862 Composition.meta.profile'), name)
})
