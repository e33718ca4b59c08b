/**
 * Consultations of every kind, from their reviewed documents to the bundle, against the rules that
 * the product ships and against the official definitions, of which the rules are made when the test
 * runs. Nothing may be objected to, not even as a warning.
 */
import { readdirSync } from 'node:fs'
import test from 'ava'
import fc from 'fast-check'
import { brasiliaDate } from '../../../core/fhir/bundle/brasilia-time.ts'
import { buildBundle } from '../../../core/fhir/bundle/build-bundle.ts'
import type { ClinicalRecord } from '../../../core/fhir/clinical-record.ts'
import { loadDefinitions } from '../../../core/fhir/profile/load-definitions.ts'
import { type PreparedRules, prepareRules } from '../../../core/fhir/profile/prepare-rules.ts'
import type { KnowsCode } from '../../../core/fhir/profile/run.ts'
import { withTeleconsultation } from '../../../core/fhir/rules/amend.ts'
import { checkBundle } from '../../../core/fhir/rules/check-bundle.ts'
import { shippedRules } from '../../../core/fhir/rules/rnds.ts'
import { compileRecord } from '../../../core/rnds/compile-record/compile-record.ts'
import {
  arbitraryRecord,
  encounterRecord,
  fullEncounterRecord,
  SENT_AT,
} from '../../helpers/clinical-records.ts'
import { COMPILED_AT, CONSULTATIONS } from '../../helpers/network-consultations.ts'
import { hasShared, readShared, sharedPath } from '../../helpers/shared-files.ts'

const DEFINITIONS = 'rnds/definitions'
const withDefinitions = hasShared(DEFINITIONS) ? test : test.skip
const SENT_ON = brasiliaDate(COMPILED_AT)

interface Judge {
  profiles: PreparedRules
  knows: KnowsCode
}

/** Both are read once: the official code systems hold tens of thousands of codes. */
const official: Judge | undefined = hasShared(DEFINITIONS) ? readOfficial() : undefined
const shipped: Judge = { profiles: prepareRules(shippedRules()), knows: () => true }

function objections(bundle: unknown, judge: Judge) {
  return checkBundle(bundle, { ...judge, today: SENT_ON })
}

for (const [name, input] of CONSULTATIONS) {
  const bundle = buildBundle(compileRecord(input), COMPILED_AT)
  test(`the shipped rules have nothing to object to: ${name}`, (t) => {
    t.deepEqual(objections(bundle, shipped), [])
  })
  withDefinitions(`the official definitions have nothing to object to: ${name}`, (t) => {
    t.deepEqual(objections(bundle, official!), [])
  })
}

withDefinitions('neither have anything to object to a RAC that holds everything once', (t) => {
  const bundle = buildBundle(fullEncounterRecord(), SENT_AT)
  t.deepEqual(objections(bundle, shipped), [])
  t.deepEqual(objections(bundle, official!), [])
})

test('a typed teleconsultation is right where the network takes the type, and wrong elsewhere', (t) => {
  const record = encounterRecord({ encounter: { teleconsultation: true } })
  const bundle = buildBundle(record, SENT_AT)
  const profiles = prepareRules(withTeleconsultation(shippedRules()))
  t.deepEqual(checkBundle(bundle, { ...shipped, profiles, today: SENT_ON }), [])
  t.is(
    checkBundle(bundle, { ...shipped, today: SENT_ON })[0]?.path,
    'Bundle.entry[1].resource.type',
  )
})

withDefinitions('of any record the structure is what the official profiles prescribe', (t) => {
  const sentAt = new Date('2027-01-04T12:00:00Z')
  const typed = (record: ClinicalRecord) =>
    record.documentType === 'RAC' && record.encounter.teleconsultation
  fc.assert(
    fc.property(
      arbitraryRecord.filter((record) => !typed(record)),
      (record) => {
        const findings = checkBundle(buildBundle(record, sentAt), {
          ...official!,
          today: brasiliaDate(sentAt),
          businessRules: false,
        })
        // Arbitrary codes are taken from one list whatever their system.
        t.deepEqual(
          findings.filter(({ code }) => code !== 'binding' && code !== 'unchecked'),
          [],
        )
      },
    ),
    { numRuns: 100 },
  )
})

withDefinitions('the official definitions do object: to one element too many', (t) => {
  const bundle = structuredClone(buildBundle(fullEncounterRecord(), SENT_AT))
  for (const { resource } of bundle.entry) resource.identifier = [{ system: 'urn:x', value: '1' }]
  const findings = checkBundle(bundle, { ...official!, today: SENT_ON })
  const wrong = new Set(findings.map(({ path }) => /entry\[\d+\]/.exec(path)?.[0]))
  t.is(wrong.size, bundle.entry.length)
})

function readOfficial(): Judge {
  const files = ['rac', 'actors', 'rel', 'terminology'].flatMap((folder) =>
    readdirSync(sharedPath(`${DEFINITIONS}/${folder}`))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${DEFINITIONS}/${folder}/${name}`),
  )
  const contents = files.map((name) => readShared<{ resourceType: string }>(name))
  const { set } = loadDefinitions(
    contents.map((content, index) => ({ name: files[index]!, text: JSON.stringify(content) })),
  )
  const codes = new Map(
    contents.filter(isCodeSystem).map(({ url, concept }) => [url, codesOf(concept)]),
  )
  return { profiles: prepareRules(set), knows: (system, code) => codes.get(system)?.has(code) }
}

interface CodeSystem {
  url: string
  concept: Concept[]
}

interface Concept {
  code: string
  concept?: Concept[]
}

function isCodeSystem(content: { resourceType: string }): content is CodeSystem & typeof content {
  return content.resourceType === 'CodeSystem' && 'concept' in content
}

function codesOf(concepts: readonly Concept[]): Set<string> {
  const all = (each: Concept): string[] => [each.code, ...(each.concept ?? []).flatMap(all)]
  return new Set(concepts.flatMap(all))
}
