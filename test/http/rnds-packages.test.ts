/**
 * Packages of profiles as files: what is taken, what is refused and leaves nothing behind, and what
 * is in force on which day.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { definitionsFolder } from '../../bin/rnds-definitions.ts'
import { profilesInForce } from '../../bin/rnds-profiles.ts'
import { isAppError } from '../../core/errors.ts'
import { loadDefinitions } from '../../core/fhir/profile/load-definitions.ts'
import { shippedRules } from '../../core/fhir/rules/rnds.ts'
import {
  definitionsOf,
  type PackageChange,
  type PackageFacts,
  packageFile,
  profileUrl,
  type TarPart,
  tarFile,
} from '../helpers/profile-packages.ts'

const ENCOUNTER = profileUrl('BRContatoAssistencial-1.0')

async function shelf(t: ExecutionContext, at = '2026-11-27T12:00:00Z') {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-packages-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const clock = { at }
  const now = () => new Date(clock.at)
  const store = definitionsFolder(dataDir, now)
  const path = join(dataDir, 'package.tgz')
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error: unknown) => (isAppError(error) ? error.code : String(error)),
    )
  async function take(bytes: Uint8Array) {
    await writeFile(path, bytes)
    return store.keep((await store.lookAt(path)).found)
  }
  return {
    dataDir,
    clock,
    store,
    profiles: profilesInForce(dataDir, now),
    take,
    add: (facts: PackageFacts) => take(packageFile(facts)),
    codeOf,
    tried: (bytes: Uint8Array) => codeOf(take(bytes)),
  }
}

test('definitions made of rules compile to them', (t) => {
  const rules = shippedRules()
  const files = definitionsOf(rules).map((one) => ({ name: one.url, text: JSON.stringify(one) }))
  const { set, versions } = loadDefinitions(files)
  t.deepEqual(set.profiles, rules.profiles)
  t.deepEqual(versions[ENCOUNTER], { version: '1.0.0-release', date: '2026-06-16' })
})

test('a published package is taken whole, and again without a change', async (t) => {
  const { store, add } = await shelf(t)
  t.true(await add({}))
  t.false(await add({}))
  const { packages, uses } = await store.find()
  t.is(packages.length, 1)
  t.like(packages[0], {
    name: 'br.gov.saude.rac',
    version: '1.0.0',
    canonical: 'https://fhir.saude.gov.br/fhir/r4/rac',
    date: '2026-06-16',
    dependencies: ['hl7.fhir.r4.core#4.0.1'],
  })
  t.deepEqual(packages[0]?.set.profiles, shippedRules().profiles)
  t.deepEqual(uses, [], 'it is not in force before it is used')
})

const manifest = (more: object = {}) =>
  JSON.stringify({ name: 'br.gov.saude.rac', version: '1.0.0', fhirVersions: ['4.0.1'], ...more })
const [profile] = definitionsOf(shippedRules())
const GOOD: TarPart[] = [
  ['package/package.json', manifest()],
  ['package/StructureDefinition-a.json', JSON.stringify(profile)],
]
const packed = (...more: TarPart[]) => gzipSync(tarFile([...GOOD, ...more]))
const only = (...parts: TarPart[]) => gzipSync(tarFile(parts))
const withManifest = (text: string) => only(['package/package.json', text], ...GOOD.slice(1))
const zeros = (mebibytes: number) => new Uint8Array(mebibytes << 20)

const HOSTILE: [string, string, () => Uint8Array][] = [
  ['nothing', 'package_damaged', () => Buffer.alloc(0)],
  ['no gzip', 'package_damaged', () => Buffer.from('PK\u0003\u0004 a ZIP')],
  ['a tar that is not packed', 'package_damaged', () => tarFile(GOOD)],
  ['packed twice', 'package_damaged', () => gzipSync(packed())],
  ['packed noise', 'package_damaged', () => gzipSync(Buffer.alloc(4096, 'noise'))],
  ['no package.json', 'package_damaged', () => only(...GOOD.slice(1))],
  ['a package.json elsewhere', 'package_damaged', () => only(['package.json', manifest()])],
  ['a package.json that is no JSON', 'package_damaged', () => withManifest('{"name":')],
  ['a package.json that is a list', 'package_damaged', () => withManifest('[]')],
  ['no version', 'package_damaged', () => withManifest('{"name":"br.gov.saude.rac"}')],
  ['a name with a path', 'package_damaged', () => withManifest(manifest({ name: '../x' }))],
  [
    'a name for the screen',
    'package_damaged',
    () => withManifest(manifest({ name: 'a\u001b[2J' })),
  ],
  ['a profile that is no JSON', 'package_damaged', () => packed(['package/x.json', '{"url":'])],
  ['one name twice', 'package_damaged', () => packed(GOOD[1]!)],
  ['a name that leads out', 'package_unsafe', () => packed(['package/../../x.json', '{}'])],
  ['a name from the root', 'package_unsafe', () => packed(['/etc/x.json', '{}'])],
  ['a name of another system', 'package_unsafe', () => packed(['package\\..\\x.json', '{}'])],
  ['a link', 'package_unsafe', () => packed(['package/x.json', '/etc/passwd', 'SymbolicLink'])],
  ['a hard link', 'package_unsafe', () => packed(['package/x.json', 'package/y', 'Link'])],
  ['another FHIR', 'package_foreign', () => withManifest(manifest({ fhirVersions: ['5.0.0'] }))],
  ['no profile', 'package_foreign', () => only(GOOD[0]!)],
  [
    'profiles of somebody else',
    'package_foreign',
    () =>
      only(GOOD[0]!, [
        'package/StructureDefinition-a.json',
        JSON.stringify({ ...profile, url: 'http://exemplo.org/StructureDefinition/a' }),
      ]),
  ],
  ['a bomb in a file', 'package_too_large', () => packed(['package/x.bin', zeros(400)])],
  [
    'a bomb behind the end',
    'package_too_large',
    () => gzipSync(Buffer.concat([tarFile(GOOD), zeros(400)])),
  ],
  [
    'a bomb of names',
    'package_too_large',
    () => packed(...Array.from({ length: 20_001 }, (_, at): TarPart => [`package/${at}`, ''])),
  ],
]

for (const [what, code, bytes] of HOSTILE)
  test(`${what} is ${code}, and nothing of it stays`, async (t) => {
    const { dataDir, store, tried } = await shelf(t)
    t.is(await tried(bytes()), code)
    t.deepEqual(await store.find(), { packages: [], uses: [] })
    t.deepEqual(await readdir(dataDir), ['package.tgz'])
  })

test('a package that was cut short anywhere is damaged', async (t) => {
  const { store, tried } = await shelf(t)
  const whole = packageFile({ only: ['BRContatoAssistencial-1.0'] })
  const cuts = Array.from({ length: 60 }, (_, at) => Math.floor((whole.length * at) / 60))
  for (const at of [...cuts, whole.length - 1, whole.length - 8])
    t.is(await tried(whole.subarray(0, at)), 'package_damaged', `at ${at}`)
  t.deepEqual((await store.find()).packages, [])
  t.is(await tried(whole), 'taken')
})

test('a package with a byte changed is refused, or says the same', async (t) => {
  const { tried } = await shelf(t)
  const whole = packageFile({ only: ['BRContatoAssistencial-1.0'] })
  // Behind the head, whose fields say nothing of the content.
  for (let at = 10; at < whole.length; at += Math.floor(whole.length / 40)) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    t.not(await tried(changed), 'taken', `at ${at}`)
  }
})

test('the same version with another content is refused, and the first one stays', async (t) => {
  const { store, add, codeOf } = await shelf(t)
  await add({})
  const changed = add({
    change({ profiles }) {
      profiles[ENCOUNTER]!.prohibited.push('period.end')
    },
  })
  t.is(await codeOf(changed), 'package_exists')
  t.deepEqual((await store.find()).packages[0]?.set.profiles, shippedRules().profiles)
})

const prohibits =
  (key: string): PackageChange =>
  ({ profiles }) => {
    profiles[ENCOUNTER]!.prohibited.push(key)
  }

test('each version is in force from its day on, by the day in Brasília', async (t) => {
  const { store, add, profiles, clock, codeOf } = await shelf(t)
  await add({ version: '1.0.0' })
  await add({ version: '1.1.0', change: prohibits('serviceProvider') })
  const made = async (day: string) => (await profiles('RAC', day)).name
  t.is(await made('2026-11-27'), 'built-in#2025-08-05')
  t.deepEqual(await store.use('1.0.0', null), [
    { name: 'br.gov.saude.rac', version: '1.0.0', from: '2026-11-27' },
  ])
  await store.use('br.gov.saude.rac#1.1.0', '2026-12-01')
  t.is(await made('2026-11-26'), 'built-in#2025-08-05')
  t.is(await made('2026-11-30'), 'br.gov.saude.rac#1.0.0')
  t.is(await made('2026-12-01'), 'br.gov.saude.rac#1.1.0')
  const forbids = async (day: string) =>
    (await profiles('RAC', day)).rules.profiles.get(ENCOUNTER)?.root.children.get('serviceProvider')
      ?.max === 0
  t.false(await forbids('2026-11-30'))
  t.true(await forbids('2026-12-01'))

  t.is(await codeOf(store.remove('1.1.0')), 'package_in_use', 'its day is ahead')
  clock.at = '2026-12-02T02:30:00Z' // The 1st, in Brasília.
  t.is(await codeOf(store.remove('1.1.0')), 'package_in_use')
  t.true(await store.remove('1.0.0'))
  t.is((await store.use('built-in', null))[0]?.from, '2026-12-01', 'in the place of that day’s')
  t.is(await made('2026-12-01'), 'built-in#2025-08-05')
  t.is(await codeOf(store.use('9.9.9', null)), 'package_unknown')
})

test('a package speaks for the records whose root it defines; for others only what nobody else says', async (t) => {
  const { store, add, profiles, codeOf } = await shelf(t)
  const PERIOD = 'period.start'
  await add({ version: '1.0.0' })
  await add({
    name: 'br.gov.saude.rel',
    version: '1.0.0',
    only: ['BRResultadoExameLaboratorial-3.2.1', 'BRContatoAssistencial-1.0'],
    change: prohibits(PERIOD),
  })
  t.is(await codeOf(store.use('1.0.0', null)), 'package_ambiguous')
  await store.use('br.gov.saude.rac#1.0.0', '2026-11-01')
  await store.use('br.gov.saude.rel#1.0.0', '2026-11-02')
  const forbids = async (type: 'RAC' | 'REL') =>
    (await profiles(type, '2026-11-27')).rules.profiles
      .get(ENCOUNTER)
      ?.root.children.get('period')
      ?.children.get('start')?.max === 0
  t.true(await forbids('REL'))
  t.false(await forbids('RAC'))
  t.is((await profiles('REL', '2026-11-27')).name, 'br.gov.saude.rel#1.0.0')
})

test('what an earlier version imported as a folder is still in force', async (t) => {
  const { dataDir, store, profiles, add } = await shelf(t)
  const set = structuredClone(shippedRules())
  set.profiles[ENCOUNTER]!.prohibited.push('location')
  await mkdir(join(dataDir, 'files'))
  const earlier = join(dataDir, 'files', 'rnds-definitions.json')
  await writeFile(earlier, JSON.stringify({ importedAt: '2026-03-01T12:00:00Z', files: 3, set }))
  const made = async () => (await profiles('RAC', '2026-11-27')).name
  t.is(await made(), 'folder#2026-03-01')
  await add({})
  t.is(await made(), 'folder#2026-03-01', 'a package that is not used changes nothing')
  await store.use('1.0.0', null)
  t.is(await made(), 'br.gov.saude.rac#1.0.0')
  t.true(await store.remove(null))
  t.is(await made(), 'built-in#2025-08-05')
})

test('a file that is damaged here is said to be, and removing it mends that', async (t) => {
  const { dataDir, store, profiles, codeOf } = await shelf(t)
  await mkdir(join(dataDir, 'files'))
  await writeFile(join(dataDir, 'files', 'rnds-packages.json'), '{"packages":[')
  t.is(await codeOf(profiles('RAC', '2026-11-27')), 'definitions_damaged')
  t.true(await store.remove(null))
  t.is((await profiles('RAC', '2026-11-27')).name, 'built-in#2025-08-05')
})
