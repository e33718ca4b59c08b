/**
 * Compiling definitions: the official ones are what is shipped, and made-up ones show what a
 * differential can say.
 */
import test from 'ava'
import { loadDefinitions } from '../../../core/fhir/profile/load-definitions.ts'
import { prepareRules } from '../../../core/fhir/profile/prepare-rules.ts'
import {
  overlaySets,
  type ProfileSet,
  ProfileSetSchema,
} from '../../../core/fhir/profile/profile-rules.ts'
import { amendShipped } from '../../../core/fhir/rules/amend.ts'
import { shippedRules } from '../../../core/fhir/rules/rnds.ts'
import { shippedVersions } from '../../../core/fhir/rules/rnds-versions.ts'
import { brief, checker, definitionFiles, hasDefinitions } from '../../helpers/fhir-check.ts'

const withDefinitions = hasDefinitions ? test : test.skip
const PROFILE = 'http://exemplo.org/StructureDefinition/Medida'
const SHAPE = 'http://hl7.org/fhir/StructureDefinition/'

withDefinitions('the shipped rules are those of the official definitions', (t) => {
  const { set, versions, notes } = loadDefinitions(definitionFiles())
  t.deepEqual(amendShipped(set), shippedRules())
  t.deepEqual(versions, shippedVersions())
  t.deepEqual(
    notes.map(({ file, message }) => `${file} ${message.split(' ')[0]}`),
    [
      'ValueSet-BRSubgrupoGrupo02TabelaSUS.json chooses',
      ' http://www.saude.gov.br/fhir/r4/ValueSet/BRResultadoQualitativoExame-1.0',
    ],
  )
})

test('rules survive being stored as JSON', (t) => {
  const set = shippedRules()
  t.deepEqual(ProfileSetSchema.parse(JSON.parse(JSON.stringify(set))), set)
})

type Element = Record<string, unknown> & { id: string; path: string }
const definition = (type: string, element: Element[], more: object = {}) => ({
  resourceType: 'StructureDefinition',
  url: PROFILE,
  type,
  baseDefinition: SHAPE + type,
  differential: { element },
  ...more,
})
const file = (content: object, name = 'x.json') => ({ name, text: JSON.stringify(content) })

/** Findings about one Observation, without those of the document around it. */
function findings(definitions: object[], observation: object): string[] {
  const { set } = loadDefinitions(definitions.map((each) => file(each)))
  const check = checker({ profiles: prepareRules(set) })
  const resource = {
    resourceType: 'Observation',
    meta: { profile: [PROFILE] },
    status: 'final',
    code: { text: 'x' },
    ...observation,
  }
  const bundle = { resourceType: 'Bundle', entry: [{ fullUrl: 'urn:uuid:transient-0', resource }] }
  const at = 'Bundle.entry[0].resource.'
  return brief(check(bundle)).flatMap((each) => (each.includes(at) ? each.replace(at, '') : []))
}
const observation = (...element: Element[]) => [definition('Observation', element)]

test('an element renamed by its type is a slice of the choice', (t) => {
  const rules = observation(
    { id: 'Observation.valueQuantity', path: 'Observation.valueQuantity', min: 1 },
    { id: 'Observation.valueQuantity.unit', path: 'Observation.valueQuantity.unit', max: '0' },
  )
  t.deepEqual(findings(rules, { valueQuantity: { value: 1 } }), [])
  t.deepEqual(findings(rules, { valueQuantity: { value: 1, unit: 'kg' } }), [
    'prohibited value.unit',
  ])
  t.deepEqual(findings(rules, { valueString: 'x' }), ['slice value'])
  t.deepEqual(findings(rules, {}), ['slice value'])
})

test('a choice narrowed to a type refuses the others', (t) => {
  const rules = observation({
    id: 'Observation.value[x]',
    path: 'Observation.value[x]',
    type: [{ code: 'string' }],
  })
  t.deepEqual(findings(rules, { valueString: 'x' }), [])
  t.deepEqual(findings(rules, { valueBoolean: true }), ['type value'])
  t.deepEqual(findings(rules, { valueString: 'x', valueBoolean: true }), ['cardinality value'])
})

const slicing = (type: string, path: string, rules = 'open') => ({
  slicing: { discriminator: [{ type, path }], rules },
})
const category = 'Observation.category'

test('slices told by a fixed value are counted, in a closed list nothing else is taken', (t) => {
  const rules = observation(
    { id: category, path: category, ...slicing('value', 'coding.code', 'closed') },
    { id: `${category}:a`, path: category, sliceName: 'a', min: 1, max: '1' },
    { id: `${category}:a.coding.code`, path: `${category}.coding.code`, fixedCode: 'a' },
  )
  const of = (...codes: string[]) => ({ category: codes.map((code) => ({ coding: [{ code }] })) })
  t.deepEqual(findings(rules, of('a')), [])
  t.deepEqual(findings(rules, of('a', 'a')), ['slice category'])
  t.deepEqual(findings(rules, of('a', 'b')), ['slice category[1]'])
  t.deepEqual(findings(rules, of('b')), ['slice category[0]', 'slice category'])
})

test('slices told by a pattern and by presence', (t) => {
  const rules = observation(
    { id: category, path: category, ...slicing('pattern', '$this') },
    {
      id: `${category}:a`,
      path: category,
      sliceName: 'a',
      patternCodeableConcept: { coding: [{ code: 'a' }] },
    },
    { id: `${category}:a.text`, path: `${category}.text`, max: '0' },
    { id: 'Observation.note', path: 'Observation.note', ...slicing('exists', 'time') },
    { id: 'Observation.note:dated', path: 'Observation.note', sliceName: 'dated', max: '1' },
    { id: 'Observation.note:dated.time', path: 'Observation.note.time', min: 1 },
  )
  t.deepEqual(findings(rules, { category: [{ coding: [{ code: 'a' }], text: 'x' }] }), [
    'prohibited category[0].text',
  ])
  t.deepEqual(findings(rules, { category: [{ coding: [{ code: 'b' }], text: 'x' }] }), [])
  const dated = { text: 'x', time: '2026' }
  t.deepEqual(findings(rules, { note: [{ text: 'x' }, { text: 'y' }, dated] }), [])
  t.deepEqual(findings(rules, { note: [dated, dated] }), ['slice note'])
})

test('a narrowed profile adds to the one that it narrows', (t) => {
  const wide = definition(
    'Observation',
    [
      { id: 'Observation.issued', path: 'Observation.issued', min: 1 },
      { id: 'Observation.note', path: 'Observation.note', max: '2' },
    ],
    { url: 'http://exemplo.org/wide' },
  )
  const narrow = definition(
    'Observation',
    [{ id: 'Observation.note', path: 'Observation.note', max: '1' }],
    { baseDefinition: 'http://exemplo.org/wide' },
  )
  const notes = { note: [{ text: 'x' }, { text: 'y' }] }
  t.deepEqual(findings([narrow, wide], notes), ['cardinality note', 'cardinality issued'])
})

test('required lists: own codes, other lists’ codes, and those that are only part of a system', (t) => {
  const rules = [
    ...observation({
      id: 'Observation.code',
      path: 'Observation.code',
      binding: { strength: 'required', valueSet: 'http://exemplo.org/vs|1.0' },
    }),
    {
      resourceType: 'ValueSet',
      url: 'http://exemplo.org/vs',
      compose: { include: [{ system: 'http://exemplo.org/cs' }, { system: 'urn:part' }] },
    },
    {
      resourceType: 'CodeSystem',
      url: 'http://exemplo.org/cs',
      content: 'complete',
      concept: [{ code: 'a', concept: [{ code: 'a1' }] }],
    },
    { resourceType: 'CodeSystem', url: 'urn:part', content: 'fragment', concept: [{ code: 'p' }] },
  ]
  const of = (system: string, code: string) =>
    findings(rules, { code: { coding: [{ system, code }] } })
  t.deepEqual(of('http://exemplo.org/cs', 'a1'), [])
  t.deepEqual(of('http://exemplo.org/cs', 'b'), ['binding code.coding[0].code'])
  t.deepEqual(of('urn:part', 'any that is known'), [])
  t.deepEqual(of('urn:part', 'ZZZ'), ['binding code.coding[0].code'])
  t.deepEqual(of('urn:other', 'a'), ['binding code.coding[0].system'])
})

test('what cannot be compiled is noted by file, and nothing throws', (t) => {
  const { set, notes } = loadDefinitions([
    { name: 'a.xml', text: '<ValueSet/>' },
    file({ resourceType: 'Patient' }, 'b.json'),
    file(definition('Organization', [], { url: 'http://exemplo.org/org' }), 'c.json'),
    file(
      definition(
        'Observation',
        [
          { id: 'Observation.foo', path: 'Observation.foo', max: '0' },
          { id: 'Observation.note', path: 'Observation.note', constraint: [{ key: 'own-rule-1' }] },
        ],
        { baseDefinition: 'http://exemplo.org/missing' },
      ),
      'd.json',
    ),
    file(
      {
        resourceType: 'ValueSet',
        url: 'http://exemplo.org/vs',
        compose: { include: [{ system: 'x', filter: [{}] }] },
      },
      'e.json',
    ),
  ])
  t.deepEqual(Object.keys(set.profiles), [PROFILE])
  t.deepEqual(
    notes.map((note) => `${note.file}: ${note.message}`),
    [
      'a.xml: not a StructureDefinition, ValueSet or CodeSystem in JSON',
      'b.json: not a StructureDefinition, ValueSet or CodeSystem in JSON',
      'e.json: chooses its codes in a way that is not understood; codes bound to it are not checked',
      'c.json: documents have no Organization; left out',
      'd.json: narrows http://exemplo.org/missing, which is not among the files',
      'd.json: Observation.foo: R4 has no such element',
      'd.json: Observation.note: constraint own-rule-1 is not checked',
    ],
  )
})

test('an import speaks for what it defines, and for nothing else', (t) => {
  const shipped = shippedRules()
  const [url = '', other = ''] = Object.keys(shipped.profiles)
  const newer = { ...(shipped.profiles[url] as ProfileSet['profiles'][string]), prohibited: ['x'] }
  const over = { format: 1 as const, profiles: { [url]: newer }, valueSets: {}, codeSystems: {} }
  const set = overlaySets(shipped, over)
  t.is(set.profiles[url], newer)
  t.is(set.profiles[other], shipped.profiles[other])
  t.deepEqual(set.valueSets, shipped.valueSets)
})
