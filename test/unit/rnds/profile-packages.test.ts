/** Which version is newer, which is in force, and what an administrator is told of the others. */
import test from 'ava'
import fc from 'fast-check'
import { buildBundle } from '../../../core/fhir/bundle/build-bundle.ts'
import { prepareRules } from '../../../core/fhir/profile/prepare-rules.ts'
import type { ProfileSet } from '../../../core/fhir/profile/profile-rules.ts'
import { checkBundle } from '../../../core/fhir/rules/check-bundle.ts'
import { shippedRules } from '../../../core/fhir/rules/rnds.ts'
import {
  compareVersions,
  inForce,
  nameOf,
  type ProfilePackage,
  type ProfileUse,
} from '../../../core/rnds/profile-package.ts'
import { planned, shelfWarnings } from '../../../core/rnds/profile-shelf.ts'
import { encounterRecord, prescribed, SENT_AT } from '../../helpers/clinical-records.ts'
import { BASE, profileUrl } from '../../helpers/profile-packages.ts'

const RPM = profileUrl('BRRegistroPrescricaoMedicamento')
const REPM = profileUrl('RNDSRegistroEletronicoPrescricaoMedicamentos')
const RAC = profileUrl('BRRegistroAtendimentoClinico')

test('versions are in the order of their numbers, a release after its candidates', (t) => {
  const inOrder = [
    '0.9.0',
    '1.0.0-alpha',
    '1.0.0-ballot2',
    '1.0.0',
    '1.0.0.1',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ]
  const sorted = fc.shuffledSubarray(inOrder, { minLength: inOrder.length })
  fc.assert(
    fc.property(sorted, (list) => [...list].sort(compareVersions).join() === inOrder.join()),
  )
  t.is(compareVersions('1.0.0-release', '1.0.0'), 0)
})

const shippedSet = shippedRules()
const made = (name: string, version: string, set: ProfileSet = shippedSet): ProfilePackage => ({
  name,
  version,
  canonical: null,
  fhirVersions: ['4.0.1'],
  date: null,
  dependencies: [],
  importedAt: SENT_AT,
  files: 1,
  versions: {},
  set,
})
const day = fc
  .integer({ min: 1, max: 28 })
  .map((number) => `2026-12-${String(number).padStart(2, '0')}`)

test('in force is what was set last for the latest day that has come', (t) => {
  const versions = ['1.0.0', '1.1.0', '2.0.0']
  const packages = versions.map((version) => made('br.gov.saude.rac', version))
  const use = fc.record({
    name: fc.constant('br.gov.saude.rac'),
    version: fc.option(fc.constantFrom(...versions), { nil: null }),
    from: day,
  })
  fc.assert(
    fc.property(fc.array(use, { maxLength: 8 }), day, (uses: ProfileUse[], today) => {
      const shelf = { packages, uses: uses.reduce(planned, [] as ProfileUse[]) }
      const come = uses.filter(({ from }) => from <= today)
      const latest = come
        .map(({ from }) => from)
        .sort()
        .at(-1)
      const expected = come.filter(({ from }) => from === latest).at(-1)?.version ?? null
      const found = inForce(shelf, 'RAC', today)
      t.is(found.package?.version ?? null, expected)
      t.is(
        nameOf('RAC', found),
        expected === null ? 'built-in#2025-08-05' : `br.gov.saude.rac#${expected}`,
      )
    }),
  )
})

test('a newer version that lies here is told once, and not when its day is set', (t) => {
  const packages = ['1.0.0', '1.10.0', '1.9.0'].map((one) => made('br.gov.saude.rac', one))
  const now = new Date('2026-12-10T12:00:00Z')
  const told = (...uses: ProfileUse[]) => {
    const { ahead, unused } = shelfWarnings({ packages, uses }, now)
    return [ahead.length, unused.map(({ newest, inUse }) => `${inUse} < ${newest.version}`)]
  }
  const name = 'br.gov.saude.rac'
  t.deepEqual(told(), [0, ['built-in < 1.10.0']])
  const old = { name, version: '1.0.0', from: '2026-12-01' }
  t.deepEqual(told(old), [0, [`${name}#1.0.0 < 1.10.0`]])
  t.deepEqual(told(old, { name, version: '1.10.0', from: '2026-12-20' }), [1, []])
  t.deepEqual(told({ name, version: '1.10.0', from: '2026-12-01' }), [0, []])
})

test('a RAC nests the prescription that its profile in force leads to', (t) => {
  const set = shippedRules()
  const root = structuredClone(set.profiles[RPM]!)
  root.url = REPM
  root.elements['type.coding.code'] = { min: 1, fixed: 'REPM' }
  set.profiles[REPM] = root
  set.codeSystems[`${BASE}/CodeSystem/BRTipoDocumento`]?.push('REPM')
  const entry = Object.entries(set.profiles[RAC]!.elements).find(([, { types }]) =>
    types?.some(({ targets }) => targets?.includes(RPM)),
  )
  entry![1].types = [{ code: 'Reference', targets: [REPM] }]
  const rules = prepareRules(set)
  const record = encounterRecord({ prescription: [prescribed()] })
  const bundle = buildBundle(record, SENT_AT, rules)
  const roots = bundle.entry.flatMap(({ resource }) =>
    resource.resourceType === 'Composition' ? (resource.meta?.profile ?? []) : [],
  )
  t.deepEqual(roots, [RAC, REPM])
  const check = (one: object, profiles = rules) =>
    checkBundle(one, { profiles, knows: () => true, today: '2026-03-16' })
  t.deepEqual(check(bundle), [])
  t.not(check(buildBundle(record, SENT_AT)).length, 0, 'as before it is no longer right')
})

test('who writes a document may be named by a CNPJ of either form, with right check digits', (t) => {
  const profiles = prepareRules(shippedRules())
  const faults = (value: string) => {
    const bundle = structuredClone(buildBundle(encounterRecord(), SENT_AT))
    const system = profileUrl('BRPessoaJuridicaProfissionalLiberal-1.0')
    Object.assign(bundle.entry[0]!.resource, { author: [{ identifier: { system, value } }] })
    return checkBundle(bundle, { profiles, knows: () => true, today: '2026-03-16' }).map(
      ({ code }) => code,
    )
  }
  t.deepEqual(faults('12ABC34501DE35'), [])
  t.deepEqual(faults('11222333000181'), [])
  for (const wrong of ['12ABC34501DE36', '12abc34501de35', '11222333000182', '00000000000000'])
    t.deepEqual(faults(wrong), ['ERR841'], wrong)
})
