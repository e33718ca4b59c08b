// Own process: starts HL7's validator for a minute.
/**
 * The check before sending compared with HL7's own validator, on the bundles that the product
 * makes, the published samples and 330 bundles with one fault each. Never may HL7's refuse what is
 * taken here; what only is refused here is listed with its reason. Not a part of `npm test`: Java
 * and Maven are needed.
 */
import test from 'ava'
import { buildBundle } from '../../core/fhir/bundle/build-bundle.ts'
import type { Bundle, ProfileFinding } from '../../core/fhir/types.ts'
import { allergyReader } from '../../core/rnds/compile-record/allergies.ts'
import {
  encounterRecord,
  fullEncounterRecord,
  laboratoryRecord,
  prescriptionRecord,
  SENT_AT,
} from '../helpers/clinical-records.ts'
import { checker, definitionFiles, EXAMPLES, errorsOf } from '../helpers/fhir-check.ts'
import { definedMutants, type RawDefinition } from '../helpers/fhir-defined-mutants.ts'
import { documentMutants, generalMutants, ruleMutants } from '../helpers/fhir-mutants.ts'
import { richEncounterBundle } from '../helpers/fhir-rich-bundles.ts'
import { type Hl7Issue, hl7Obstacle, hl7Verdicts } from '../helpers/hl7-validator.ts'
import { readShared } from '../helpers/shared-files.ts'

const obstacle = hl7Obstacle()
const compared = obstacle ? test.skip : test
const check = checker()
const MUTANTS = 330

/** What HL7's validator says of bundles that are as they should be, and why it is not said here. */
const ONLY_HL7: Record<string, string> = {
  Extension_EXTP_Context_Wrong:
    'the definitions contradict themselves: the extensions of a dose may be used in MedicationRequest alone, and the profile has them in its timing',
  Reference_REF_CantMatchChoice: 'what is referred to fails by the line above',
}

/** What is refused here alone, by the code of the finding. */
const ONLY_HERE: [code: RegExp, reason: string][] = [
  [/^ERR\d+$/, 'a rule of the network that no profile holds: dates, order, numbers of people'],
  [/^profile$/, 'the network takes one profile a resource, without a version'],
  [/^slice$/, 'a section that is none of the parts that the profile names, which it leaves open'],
  [/^reference$/, 'every entry is referred to, and by one section: FHIR only advises it'],
  [
    /^prohibited$/,
    'an element that the profile takes away in this kind of section; why HL7’s is silent is not known',
  ],
  [/^consistency$/, 'two fields of the network that belong together'],
]

compared('the verdicts are the same, and each difference has its reason', async (t) => {
  t.timeout(15 * 60_000)
  const valid = [fullEncounterRecord(), laboratoryRecord(), prescriptionRecord()].map((record) =>
    buildBundle(record, SENT_AT),
  )
  const samples = [
    richEncounterBundle(),
    buildBundle(encounterRecord({ allergies: allergiesOfEachKind() }), SENT_AT),
    ...['RAC-minimal-derived', 'RPM-standalone-derived'].map((name) =>
      readShared<Bundle>(`${EXAMPLES}/derived/${name}.json`),
    ),
  ]
  const sound = [...valid, ...samples]
  const mutants = spread(valid.flatMap(mutantsOf), MUTANTS)
  t.is(mutants.length, MUTANTS)
  const verdicts = await hl7Verdicts([...sound, ...mutants.map(({ bundle }) => bundle)])

  for (const [index, bundle] of sound.entries()) {
    t.deepEqual(errorsOf(check(bundle)), [])
    const unexplained = refusals(verdicts[index]).filter(({ id }) => !Object.hasOwn(ONLY_HL7, id))
    t.deepEqual(unexplained, [], `bundle ${index}`)
  }
  const found = new Set(sound.flatMap((_, index) => refusals(verdicts[index]).map(({ id }) => id)))
  t.deepEqual([...found].sort(), Object.keys(ONLY_HL7).sort(), 'a reason that is none any more')

  const differences: string[] = []
  let both = 0
  for (const [index, { kind, at, bundle, base }] of mutants.entries()) {
    const before = new Set(refusals(verdicts[sound.indexOf(base)]).map(place))
    const there = refusals(verdicts[sound.length + index]).filter((one) => !before.has(place(one)))
    const here = errorsOf(check(bundle))
    if (here.length > 0 && there.length > 0) both += 1
    t.false(here.length === 0 && there.length > 0, `only HL7: ${kind} ${at} ${place(there[0])}`)
    if (here.length === 0 || there.length > 0) continue
    const reason = reasonOf(here)
    t.not(reason, undefined, `only here, without a reason: ${kind} ${at} ${codes(here)}`)
    differences.push(`${kind} ${at}: ${codes(here)}: ${reason}`)
  }
  t.log(`${MUTANTS} mutants: ${both} refused by both, ${differences.length} here alone`)
  for (const difference of differences) t.log(difference)
  t.true(both >= 0.9 * MUTANTS)
})

if (obstacle) test('HL7’s validator', (t) => t.pass(`not compared: ${obstacle}`))

/** In the catalogue, and not: food, a medicine, a vaccine, something else. */
function allergiesOfEachKind() {
  const entries = [
    'Camarão',
    'Látex',
    'Leite',
    'Dipirona',
    'Vacina de febre amarela',
    'Gatos',
    'Gel',
  ]
  const field = { name: 'Alergias', entries: entries.map((text) => ({ key: null, text })) }
  return allergyReader().listed([field]).allergies
}

function mutantsOf(base: Bundle) {
  const definitions = new Map(
    definitionFiles()
      .map(({ text }) => JSON.parse(text) as RawDefinition & { resourceType: string })
      .filter(({ resourceType }) => resourceType === 'StructureDefinition')
      .map((definition) => [definition.url, definition]),
  )
  return [
    ...generalMutants(base),
    ...documentMutants(base),
    ...ruleMutants(base),
    ...definedMutants(base, definitions),
  ].map((mutant) => ({ ...mutant, base }))
}

/** So many of them, evenly. */
function spread<Item>(all: readonly Item[], count: number): Item[] {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: count }, (_, index) => all[Math.floor(index * step)]).filter(
    (item) => item !== undefined,
  )
}

const refusals = (issues: readonly Hl7Issue[] = []) =>
  issues.filter(({ severity }) => severity === 'error' || severity === 'fatal')

const place = (issue: Hl7Issue | undefined) =>
  `${issue?.id} ${issue?.at.replace(/\/\*[^*]*\*\//g, '')}`

const codes = (findings: readonly ProfileFinding[]) =>
  [...new Set(findings.map(({ code }) => code))].join(', ')

function reasonOf(findings: readonly ProfileFinding[]): string | undefined {
  for (const [code, reason] of ONLY_HERE)
    if (findings.some((finding) => code.test(finding.code))) return reason
  return undefined
}
