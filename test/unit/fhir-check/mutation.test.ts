/**
 * Thousands of bundles with one fault each: how many are refused, and how often the finding names
 * the element that was changed (itself, what carries its rule inside the same resource, or a part
 * of it).
 */
import test from 'ava'
import type { Command } from 'commander'
import fc from 'fast-check'
import { buildBundle } from '../../../core/fhir/bundle/build-bundle.ts'
import type { Bundle, ProfileFinding } from '../../../core/fhir/types.ts'
import { buildProgram } from '../../helpers/cli-program.ts'
import { prescriptionRecord, SENT_AT } from '../../helpers/clinical-records.ts'
import {
  checker,
  definitionFiles,
  EXAMPLES,
  errorsOf,
  hasDefinitions,
} from '../../helpers/fhir-check.ts'
import { definedMutants, type RawDefinition } from '../../helpers/fhir-defined-mutants.ts'
import { replaced, walk } from '../../helpers/fhir-json-path.ts'
import {
  documentMutants,
  generalMutants,
  type Mutant,
  ruleMutants,
} from '../../helpers/fhir-mutants.ts'
import { richEncounterBundle, richLaboratoryBundle } from '../../helpers/fhir-rich-bundles.ts'
import { runs } from '../../helpers/runs.ts'
import { readShared } from '../../helpers/shared-files.ts'

const withDefinitions = hasDefinitions ? test : test.skip
const check = checker()

const valid = () => [
  richEncounterBundle(),
  richLaboratoryBundle(),
  buildBundle(prescriptionRecord(), SENT_AT),
]
const derived = () =>
  ['RAC-minimal-derived', 'RPM-standalone-derived'].map((name) =>
    readShared<Bundle>(`${EXAMPLES}/derived/${name}.json`),
  )

test('bundles that use all that the profiles allow give no finding', (t) => {
  for (const bundle of valid()) t.deepEqual(check(bundle), [])
})

test('one fault anywhere is refused, and the finding says where', (t) => {
  const mutants = valid().flatMap((bundle) => [
    ...generalMutants(bundle),
    ...documentMutants(bundle),
    ...ruleMutants(bundle),
  ])
  const figures = judge(mutants)
  t.log(figures.text)
  t.true(mutants.length >= 1000)
  t.true(figures.refused >= 0.99, figures.missed.join('\n'))
  t.true(figures.named >= 0.99, figures.unnamed.join('\n'))
})

withDefinitions('so is each single breach of the official definitions', (t) => {
  const definitions = new Map(
    definitionFiles()
      .map(({ text }) => JSON.parse(text) as RawDefinition & { resourceType: string })
      .filter(({ resourceType }) => resourceType === 'StructureDefinition')
      .map((definition) => [definition.url, definition]),
  )
  const mutants = [...valid(), ...derived()].flatMap((bundle) => [
    ...definedMutants(bundle, definitions),
  ])
  const figures = judge(mutants)
  t.log(figures.text)
  t.true(mutants.length >= 1000)
  t.is(figures.refused, 1, figures.missed.join('\n'))
  t.is(figures.named, 1, figures.unnamed.join('\n'))
})

test("a network's rule is told by the network's own code", (t) => {
  const mutants = valid().flatMap((bundle) => [...ruleMutants(bundle)])
  const own = mutants.filter(({ kind }) => /^(ERR\d+|consistency)$/.test(kind))
  t.true(own.length > 20)
  for (const { kind, bundle, at } of own)
    t.true(
      check(bundle).some(({ code }) => code === kind),
      `${kind} ${at}`,
    )
})

test('messages hold nothing of the patient, and always say where', (t) => {
  const bundle = richEncounterBundle()
  const secrets = [...walk(bundle)]
    .filter(({ steps }) => /^(value(String)?|text|description|name)$/.test(String(steps.at(-1))))
    .flatMap(({ value }) => (typeof value === 'string' && value.length > 5 ? value : []))
  t.true(secrets.length > 10)
  const mutants = [...generalMutants(bundle), ...documentMutants(bundle), ...ruleMutants(bundle)]
  const messages = new Set(
    mutants.flatMap(({ bundle }) => check(bundle)).map(({ message }) => message),
  )
  t.deepEqual(
    [...messages].filter((message) => !/^[^:]{4,}.*: .+\.$/.test(message)),
    [],
  )
  t.deepEqual(
    [...messages].filter((message) => secrets.some((secret) => message.includes(secret))),
    [],
  )
})

test('commands that messages name exist, with their flags', (t) => {
  const bundle = richEncounterBundle()
  const mutants = [...generalMutants(bundle), ...documentMutants(bundle)]
  const findings = mutants.flatMap(({ bundle }) => check(bundle, { knows: () => undefined }))
  const named = new Set(
    findings.flatMap(({ message }) => message.match(/svcctl [a-z ]+[a-z](?: --[a-z-]+)?/g) ?? []),
  )
  t.true(named.size > 5)
  for (const line of named) {
    const [words = '', flag] = line.replace('svcctl ', '').split(' --')
    let command: Command | undefined = buildProgram().root
    for (const word of words.split(' '))
      command = command?.commands.find((each) => each.name() === word)
    t.truthy(command, line)
    if (flag)
      t.true(
        command?.options.some(({ long }) => long === `--${flag}`),
        line,
      )
  }
})

test('whatever stands anywhere, the check answers', (t) => {
  const bundle = richEncounterBundle()
  const places = [...walk(bundle)].map(({ steps }) => steps).filter(({ length }) => length > 0)
  const inherited = fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty')
  const any = fc.oneof(fc.jsonValue(), inherited, fc.dictionary(inherited, fc.jsonValue()))
  const property = fc.property(fc.constantFrom(...places), any, (steps, value) =>
    check(replaced(bundle, steps, value)).every(({ message }) => !message.includes('native code')),
  )
  fc.assert(property, { numRuns: runs(200), seed: 20261121 })
  for (const steps of places)
    for (const name of ['constructor', '__proto__'])
      t.notThrows(() => check(replaced(bundle, steps, name)))
  for (const nothing of [null, undefined, [], {}, 'x', { resourceType: 'Bundle', entry: [null] }])
    t.true(errorsOf(check(nothing)).length > 0)
})

function judge(mutants: readonly Mutant[]) {
  const missed: string[] = []
  const unnamed: string[] = []
  for (const { kind, bundle, at } of mutants) {
    const errors = errorsOf(check(bundle))
    if (errors.length === 0) missed.push(`${kind} ${at}`)
    else if (!errors.some((finding) => names(finding, at))) unnamed.push(`${kind} ${at}`)
  }
  const refused = 1 - missed.length / mutants.length
  const named = 1 - (missed.length + unnamed.length) / mutants.length
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  const text = `${mutants.length} mutants: ${percent(refused)} refused, ${percent(named)} name the element`
  return { refused, named, missed, unnamed, text }
}

/** Above the element only what still lies inside its resource counts. */
function names({ path }: ProfileFinding, at: string): boolean {
  const root = /^Bundle\.entry\[\d+\](\.resource)?/.exec(at)?.[0] ?? 'Bundle'
  return isWithin(path, at) || (isWithin(at, path) && path.length > root.length)
}

const isWithin = (path: string, root: string) =>
  path === root || path.startsWith(`${root}.`) || path.startsWith(`${root}[`)
