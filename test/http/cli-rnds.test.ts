import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { CLIENT_PASSWORD } from '../../bin/tools/rnds-simulator/certificates.ts'
import { buildCli } from '../helpers/cli.ts'
import { testIdentity } from '../helpers/identities.ts'
import { BASE, type PackageChange, packageFile, profileUrl } from '../helpers/profile-packages.ts'
import { patientCpf, practitionerCns } from '../helpers/rnds.ts'
import { hasShared, sharedPath } from '../helpers/shared-files.ts'

test('a certificate that is not of ICP-Brasil is asked about before it is taken for production', async (t) => {
  const { root, run } = await buildCli(t)
  await run(['init'])
  const set = await run(['rnds', 'profile', 'set', '--environment', 'production', '--uf', 'sp'])
  t.is(set.code, 0, set.stderr)
  const path = join(root, 'client.pfx')
  await writeFile(path, (await testIdentity()).clientPfx)
  const importing = ['rnds', 'cert', 'import', path, '--password-stdin']
  const asked = await run(importing, {}, `${CLIENT_PASSWORD}\n`)
  t.not(asked.code, 0)
  t.regex(asked.stderr, /not of ICP-Brasil/)
  t.is((await run(['rnds', 'cert', 'show', '--json'])).failure.error, 'certificate_missing')
  t.is((await run([...importing, '--yes'], {}, `${CLIENT_PASSWORD}\n`)).code, 0)
})

test('from an empty folder to a patient of the rehearsal, as its own words say', async (t) => {
  const { dataDir, run, start } = await buildCli(t)
  await run(['init'])
  const simulator = start(['rnds', 'simulator', '--simulator-port', '0', '--json'])
  while (!simulator.said.stdout.includes('}\n}')) {
    if (simulator.child.exitCode !== null) return t.fail(simulator.said.stderr)
    await sleep(50)
  }
  const { auth_url, ehr_url, certificate_path } = JSON.parse(simulator.said.stdout)
  t.is((await stat(certificate_path)).mode & 0o077, 0)

  const importing = ['rnds', 'cert', 'import', certificate_path, '--password-stdin', '--json']
  const wrong = await run(importing, {}, 'another\n')
  t.is(wrong.code, 65)
  t.like(wrong.failure, { error: 'certificate_password' })
  const right = await run(importing, {}, `${CLIENT_PASSWORD}\n`)
  t.is(right.code, 0, right.stderr)
  t.false('key_pem' in right.json)
  const profile = await run([
    'rnds',
    'profile',
    'set',
    '--environment',
    'simulator',
    '--requester-id',
    '12345',
    '--auth-url',
    auth_url,
    '--ehr-url',
    ehr_url,
    '--cnes',
    '9876543',
    '--lookup-cns',
    practitionerCns,
    '--modality',
    '07',
    '--rpm',
    'on',
    '--json',
  ])
  t.like(profile.json, {
    environment: 'simulator',
    rpm_enabled: true,
    defaults: { modality: '07' },
  })
  t.true(profile.json.missing.includes('procedure'))
  const ward = await run(['rnds', 'profile', 'set', '--modality', '04'])
  t.regex(ward.stderr, /no visit is sent.*Sumário de Alta/)
  const usual = await run(['rnds', 'profile', 'set', '--modality', '07'])
  t.notRegex(usual.stderr, /Sumário/)

  const patient = await run(['rnds', 'patient', '--cpf', patientCpf, '--json'])
  t.like(patient.json, { name: 'MARIA SOUZA', active: true }, patient.stderr)
  const doctor = await run(['rnds', 'practitioner', '--cns', practitionerCns, '--json'])
  t.deepEqual(doctor.json.cbo, ['225125', '225124'])
  t.deepEqual(doctor.json.sent_as, { cbo: null, because: 'several' })
  const requester = (id: string) => run(['rnds', 'profile', 'set', '--requester-id', id])
  await requester('11222333000181A')
  const foreign = await run(importing, {}, `${CLIENT_PASSWORD}\n`)
  t.regex(foreign.stderr, /is of CNPJ 00394544000185.*of CNPJ 11222333000181/s)
  t.is(foreign.json.cnpj, '00394544000185')
  const probed = (await run(['doctor', '--probe', '--json'])).json.findings
  const access = probed.find((one: { id: string }) => one.id === 'rnds.access')
  t.is(access.severity, 'warning')
  t.regex(access.what, /CNPJ 00394544000185/)
  await requester('12345')
  await run(['user', 'add', 'Rafael'])
  await run(['user', 'set', 'Rafael', '--cns', practitionerCns, '--cbo', '225124'])
  const own = await run(['rnds', 'practitioner', '--cns', practitionerCns])
  t.regex(own.stdout, /user here.*225124\nRecords go out as 225124/)
  const nobody = await run(['rnds', 'patient', '--cpf', '11144477735', '--json'])
  t.is(nobody.code, 66)
  t.like(nobody.failure, { error: 'patient_not_found' })

  const database = await readFile(join(dataDir, 'svc.sqlite'))
  t.false(database.includes('PRIVATE KEY'))
  const doctorRun = await run(['doctor', '--probe', '--json'])
  const finding = (id: string) =>
    doctorRun.json.findings.find((one: { id: string }) => one.id === id)
  t.is(finding('rnds.certificate').severity, 'ok')
  t.like(finding('rnds.access'), { severity: 'ok', what: 'a token, and one look-up' })
  t.is(finding('rnds.profile').severity, 'warning')
  t.like(finding('terminology.tables'), { severity: 'warning' })
  t.regex(finding('terminology.tables').fix, /^svcctl terminology import CID-10/)

  // As behind a proxy that signs for the network.
  await run(['rnds', 'profile', 'set', '--environment', 'homologation', '--json'])
  const behind = (env: Record<string, string>) =>
    run(['rnds', 'patient', '--cpf', patientCpf, '--json'], env)
  t.is((await behind({})).code, 69)
  const SVC_RNDS_CA_FILE = join(dirname(certificate_path), 'ca.pem')
  t.like((await behind({ SVC_RNDS_CA_FILE })).json, { name: 'MARIA SOUZA' })
  t.regex((await behind({ SVC_RNDS_CA_FILE: '/nowhere' })).failure.message, /rndsCaFile/)
  await run(['rnds', 'profile', 'set', '--environment', 'simulator', '--json'])

  simulator.child.kill('SIGTERM')
  t.is((await simulator.ended).code, 0)
  const down = await run(['rnds', 'patient', '--cpf', patientCpf, '--json'])
  t.is(down.code, 69)
  t.like(down.failure, { error: 'rnds_unavailable' })

  t.is((await run(['rnds', 'cert', 'remove'])).code, 64)
  t.is((await run(['rnds', 'cert', 'remove', '--yes'])).code, 0)
  t.is((await run(['rnds', 'cert', 'show'])).code, 66)
})

test('what is not set up, or not understood, is told with the command that helps', async (t) => {
  const { root, run } = await buildCli(t)
  await run(['init'])
  const unset = await run(['rnds', 'patient', '--cpf', patientCpf, '--as', practitionerCns])
  t.is(unset.code, 69)
  t.regex((await run(['rnds', 'patient', '--cpf', patientCpf])).stderr, /--lookup-cns/)
  t.regex((await run(['rnds', 'patient', '--cpf', '1'])).stderr, /no CPF/)
  t.regex((await run(['rnds', 'cert', 'show'])).stderr, /svcctl rnds cert import/)
  const unlisted = await run(['rnds', 'profile', 'set', '--modality', '77', '--cnes', '12'])
  t.regex(unlisted.stderr, /--cnes: the establishment, 7 digits/)
  t.regex(unlisted.stderr, /--modality, one of:\n {2}01 {2}Atenção básica/)
  t.regex(unlisted.stderr, /modality.*invalid/)
  t.regex((await run(['rnds', 'profile', 'set', '--help'])).stdout, /07 {2}Ambulatorial/)
  t.is((await run(['rnds', 'simulator', '--fault', 'nonsense'])).code, 64)

  const path = join(root, 'client.pfx')
  await writeFile(path, (await testIdentity()).clientPfx)
  const asked = await run(['rnds', 'cert', 'import', path])
  t.is(asked.code, 65)
  t.regex(asked.stderr, /--password-stdin/)
})

test('another spelling of LOINC is set, shown and taken back; nobody is asked for it', async (t) => {
  const { run } = await buildCli(t)
  await run(['init'])
  const [set, ucum] = ['https://loinc.org/', 'http://unitsofmeasure.org']
  const changed = await run(['rnds', 'profile', 'set', '--loinc-system', set, '--json'])
  t.like(changed.json, { loinc_system: set, ucum_system: ucum })
  const shown = (await run(['rnds', 'profile', 'show'])).stdout
  t.regex(shown, /^loinc-system +https:\/\/loinc\.org\/$/m)
  t.regex(shown, /^ucum-system +http:\/\/unitsofmeasure\.org$/m)
  const wrong = await run(['rnds', 'profile', 'set', '--ucum-system', 'ucum'])
  t.regex(wrong.stderr, /ucumSystem.*invalid/i)
  const back = await run(['rnds', 'profile', 'set', '--loinc-system', '', '--json'])
  t.like(back.json, { loinc_system: 'http://loinc.org', ucum_system: ucum })
})

const withShared = hasShared('rnds/definitions/rac') ? test : test.skip
withShared('a folder of definitions is imported, in force and removed (shared/rnds)', async (t) => {
  const { run } = await buildCli(t)
  const rac = async () => (await run(['rnds', 'definitions', 'show', '--json'])).json.types[0]
  t.like(await rac(), { type: 'RAC', id: 'built-in#2025-08-05', since: null })
  const folder = sharedPath('rnds/definitions/rac')
  const imported = await run(['rnds', 'definitions', 'import', folder, '--json'])
  t.true(imported.json.profiles > 10, imported.stderr)
  t.regex((await rac()).id, /^folder#/)
  t.is((await run(['rnds', 'definitions', 'remove', '--yes'])).code, 0)
  t.like(await rac(), { id: 'built-in#2025-08-05' })
  const empty = await run([
    'rnds',
    'definitions',
    'import',
    sharedPath('rnds/examples/responses'),
    '--json',
  ])
  t.like(empty.failure, { error: 'definitions_none' })
})

test('a package is told, taken, compared, set for a day, seen by the doctor and removed', async (t) => {
  const { root, run } = await buildCli(t)
  await run(['init'])
  const definitions = (...args: string[]) => run(['rnds', 'definitions', ...args])
  const path = join(root, 'package.tgz')
  const take = async (version: string, change?: PackageChange) => {
    await writeFile(path, packageFile({ version, ...(change && { change }) }))
    return definitions('import', path)
  }
  const taken = await take('1.0.0')
  t.is(taken.code, 0, taken.stderr)
  t.regex(taken.stderr, /br\.gov\.saude\.rac#1\.0\.0\ncanonical .*/)
  t.regex(taken.stderr, /records +RAC, RPM, REL/)
  t.regex(taken.stderr, /not in force/)
  const shown = (await definitions('show')).stdout
  t.regex(shown, /RAC +built-in#2025-08-05 +2\.1 +2023-07-25/)
  t.regex(shown, /REPM: not sent/)
  t.regex(shown, /RPM: past/)

  t.is((await definitions('use', '1.0.0', '--from', '2026-02-30', '--json')).failure.error, 'usage')
  t.is((await definitions('use', '1.0.0', '--from', '2026-01-02')).code, 0)
  const encounter = profileUrl('BRContatoAssistencial-1.0')
  await take('1.1.0', ({ profiles, valueSets }) => {
    const rules = profiles[encounter]!
    rules.elements.location = { min: 1, max: 1 }
    rules.elements.class = { ...rules.elements.class, binding: 'http://exemplo.org/ValueSet/x' }
    delete profiles[profileUrl('BRPlanoCuidados-1.0')]
    const priority = valueSets[`${BASE}/ValueSet/BRCaraterAtendimento-1.0`]!
    priority.include = [{ system: `${BASE}/CodeSystem/BRCaraterAtendimento`, codes: ['01'] }]
  })
  const doctor = async () => {
    const { findings } = (await run(['doctor', '--all', '--json'])).json
    return findings.find(({ id }: { id: string }) => id === 'rnds.definitions')
  }
  t.like(await doctor(), { severity: 'warning' })
  t.is((await definitions('use', '1.1.0', '--from', '2099-01-01')).code, 0)
  t.like(await doctor(), { severity: 'info' })
  t.regex((await definitions('show')).stdout, /From 2099-01-01 on br\.gov\.saude\.rac#1\.1\.0/)
  t.like((await definitions('show', '--json')).json.types[0], {
    id: 'br.gov.saude.rac#1.0.0',
    since: '2026-01-02',
    before: 'built-in',
  })

  const { json } = await definitions('diff', '1.0.0', '1.1.0', '--json')
  t.deepEqual(json.removed, [profileUrl('BRPlanoCuidados-1.0')])
  const changed = json.changed.find(({ url }: { url: string }) => url === encounter)
  t.deepEqual(changed.version, { before: '1.0.0', after: '1.1.0' })
  t.deepEqual(
    changed.elements.map(
      ({ path, what, before, after }: Record<string, string>) =>
        `${path} ${what} ${before} ${after}`,
    ),
    [
      `Encounter.class binding ${BASE}/ValueSet/BRModalidadeAssistencial-1.0 http://exemplo.org/ValueSet/x`,
      'Encounter.location cardinality 0..1 1..1',
    ],
  )
  t.true(json.lists[0].removed.includes('99 (BRCaraterAtendimento)'))
  const fromBuiltIn = (await definitions('diff', 'built-in', '1.1.0')).stdout
  t.regex(fromBuiltIn, /Encounter\.location +cardinality +0\.\.1 → 1\.\.1/)
  const changes = (await definitions('show', '--changes')).stdout
  t.regex(changes, /built-in → br\.gov\.saude\.rac#1\.0\.0/)

  const inUse = await definitions('remove', '1.0.0', '--yes', '--json')
  t.like(inUse.failure, { error: 'package_in_use' })
  t.is((await definitions('remove', '--yes')).code, 0)
  t.like((await definitions('show', '--json')).json, { imported: false })
  await writeFile(path, packageFile({}).subarray(0, 5000))
  t.like((await definitions('import', path, '--json')).failure, { error: 'package_damaged' })
  t.like((await definitions('show', '--json')).json, { imported: false })
})
