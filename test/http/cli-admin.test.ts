import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { AppError } from '../../core/errors.ts'
import type { PreviewField } from '../../core/templates/preview-template.ts'
import { buildCli } from '../helpers/cli.ts'

test('init prepares everything without a question, shows the key once, and keeps only its digest', async (t) => {
  const { dataDir, runApart } = await buildCli(t)
  const first = await runApart([
    'init',
    '--org',
    'Hospital São Lucas',
    '--origin',
    'https://ehr.example',
    '--json',
  ])
  t.is(first.code, 0, first.stderr)
  t.like(first.json, {
    data_dir: dataDir,
    created: true,
    organization: {
      name: 'Hospital São Lucas',
      status: 'active',
      allowed_origins: ['https://ehr.example'],
    },
    user: { name: 'EHR', status: 'active' },
    key: { kind: 'api_key', state: 'active' },
  })
  const { secret, prefix, user_id } = first.json.key
  t.regex(secret, /^svc_key_[A-Za-z0-9_-]{43}$/)
  t.true(secret.startsWith(prefix))
  t.is(user_id, first.json.user.id)

  const database = await readFile(join(dataDir, 'svc.sqlite'))
  t.false(database.includes(secret))
  t.true(database.includes(createHash('sha256').update(secret).digest('hex')))
})

test('init a second time changes nothing', async (t) => {
  const { run } = await buildCli(t)
  await run(['init'])
  const again = await run(['init', '--org', 'Another', '--json'])
  t.is(again.code, 0)
  t.like(again.json, { created: false, organizations: [{ name: 'Hospital' }] })
  t.is((await run(['orgs', 'list', '--json'])).json.organizations.length, 1)
})

test('a relative path starts from the working folder, and is written absolute to the settings file', async (t) => {
  const { run, root, dataDir } = await buildCli(t)
  const set = await run(['config', 'set', 'backupFolder', 'copies', 'speechModel', 'm.bin'])
  t.is(set.code, 0, set.stderr)
  const written = JSON.parse(await readFile(join(dataDir, 'svc.config.json'), 'utf8'))
  t.like(written, { backupFolder: join(root, 'copies'), speechModel: 'm.bin' })
})

test('an organization is made, renamed, given origins, suspended and resumed', async (t) => {
  const { run } = await buildCli(t)
  const made = await run(['org', 'create', 'Clínica', '--json'])
  const twice = await run(['org', 'create', 'Clínica', '--json'])
  t.deepEqual([twice.code, twice.failure.error], [65, 'organization_exists'])
  t.is(made.code, 0, made.stderr)
  const { id } = made.json
  t.is((await run(['org', 'rename', 'clínica', 'Clínica Sul', '--json'])).json.name, 'Clínica Sul')
  for (const [state, is] of [
    ['on', true],
    ['off', false],
  ] as const)
    t.is(
      (await run(['org', 'doctor-scope', 'Clínica Sul', state, '--json'])).json
        .enforce_doctor_scope,
      is,
    )
  for (const who of ['click', 'host']) {
    const set = await run(['org', 'iframe-consent', 'Clínica Sul', who, '--json'])
    t.is(set.json.iframe_consent, who)
  }
  const added = await run([
    'org',
    'origins',
    'add',
    'https://A.example/',
    'https://b.example:8443',
    '--json',
  ])
  t.deepEqual(added.json.allowed_origins, ['https://a.example', 'https://b.example:8443'])
  const removed = await run(['org', 'origins', 'remove', 'https://a.example', '--json'])
  t.deepEqual(removed.json.allowed_origins, ['https://b.example:8443'])
  t.is((await run(['org', 'suspend', id.slice(0, 8), '--json'])).json.status, 'suspended')
  t.is((await run(['org', 'show', '--json'])).json.status, 'suspended')
  t.is((await run(['org', 'resume', 'Clínica Sul', '--json'])).json.status, 'active')
})

test('an ambiguous command is refused with advice', async (t) => {
  const { run } = await buildCli(t)
  await run(['org', 'create', 'A'])
  await run(['org', 'create', 'B'])
  const several = await run(['key', 'create', '--json'])
  t.is(several.code, 65)
  t.like(several.failure, { error: 'organization_needed' })
  await run(['user', 'add', 'X', '--org', 'A'])
  const foreign = await run(['key', 'create', '--user', 'X', '--org', 'B', '--json'])
  t.is(foreign.code, 66, 'the user of another organization is not taken for it')
  t.like(foreign.failure, { error: 'user_not_found' })
  const nobody = await run(['user', 'add', 'X', '--org', 'C', '--json'])
  t.is(nobody.code, 66)
  t.like(nobody.failure, { error: 'organization_not_found' })
  const path = await run([
    'org',
    'origins',
    'add',
    'https://a.example/path',
    '--org',
    'A',
    '--json',
  ])
  t.is(path.code, 65)
  t.like(path.failure, { error: 'validation_error' })
  const missing = await run(['org', 'origins', 'remove', 'https://a.example', '--org', 'A'])
  t.is(missing.code, 66)
  t.regex(missing.stderr, /not among the allowed origins/)
})

test('users are added, deactivated with a yes, and activated', async (t) => {
  const { run } = await buildCli(t)
  await run(['init', '--user', 'Integração'])
  t.is((await run(['user', 'add', 'Outra pessoa', '--json'])).json.status, 'active')
  const unasked = await run(['user', 'deactivate', 'integração', '--json'])
  t.is(unasked.code, 64)
  t.like(unasked.failure, { error: 'confirmation_needed' })
  t.is(
    (await run(['user', 'deactivate', 'integração', '--yes', '--json'])).json.status,
    'deactivated',
  )
  t.is((await run(['user', 'activate', 'integração', '--json'])).json.status, 'active')
  t.is((await run(['users', 'list', '--json'])).json.users.length, 2)
})

test('data of a professional are checked, stored sealed and removed again', async (t) => {
  const { run, dataDir } = await buildCli(t)
  await run(['init', '--user', 'Clara Azevedo'])
  const set = (...flags: string[]) => run(['user', 'set', 'Clara Azevedo', ...flags, '--json'])
  const wrong = await set('--cns', '123', '--cbo', '22', '--council-state', 'XX')
  t.is(wrong.code, 65)
  t.like(wrong.failure, {
    details: { 0: { field: 'cns' }, 1: { field: 'cbo' }, 2: { field: 'councilState' } },
  })
  const nobody = { details: [{ field: 'cns', issue: 'required' }] }
  t.like((await set('--cbo', '225120')).failure, nobody)
  t.is((await set()).code, 64)

  const cns = '980016287385192'
  const said = await set('--cns', cns, '--cbo', '2251-20', '--council', 'crm')
  t.like(said.json.professional, { cns, cbo: '225120', council: 'CRM', council_number: null })
  const shown = await run(['user', 'set', 'Clara Azevedo', '--council-number', '12345'])
  t.regex(shown.stdout, /CNS 980016287385192\n.*225120\ncouncil CRM 12345/)
  t.false((await readFile(join(dataDir, 'svc.sqlite'))).includes(cns))
  t.is((await run(['vault', 'rotate', '--yes'])).code, 0)
  t.like((await set('--council-state', 'sp')).json.professional, { cns, council_state: 'SP' })
  const cleared = await set(
    '--cns',
    '',
    '--cbo',
    '',
    '--council',
    '',
    '--council-number',
    '',
    '--council-state',
    '',
  )
  t.is(cleared.json.professional, null)
})

test('a process that already trusts a key notices at its next request that svcctl revoked it', async (t) => {
  const { dataDir, run } = await buildCli(t)
  const { secret, id } = (await run(['init', '--json'])).json.key
  // What the running server holds: the same use cases, with their memory, on the same data folder.
  const { config } = loadConfig({
    flags: { dataDir },
    env: {},
    cwd: '/',
    installRoot: '/',
    readFile: () => undefined,
  })
  const server = await openAdmin(config, platform())
  t.teardown(() => server[Symbol.asyncDispose]())
  const credential = await server.access.authenticateKey(secret)
  const { token } = await server.access.issueSessionToken(credential, {})
  t.is((await server.access.authenticate(token)).kind, 'session')

  const revoked = await run(['key', 'revoke', id, '--end-sessions', '--yes', '--json'])
  t.is(revoked.json.state, 'revoked')
  const refusedKey = await t.throwsAsync(server.access.authenticateKey(secret), {
    instanceOf: AppError,
  })
  t.is(refusedKey.kind, 'unauthenticated')
  const refusedToken = await t.throwsAsync(server.access.authenticate(token), {
    instanceOf: AppError,
  })
  t.is(refusedToken.code, 'token_revoked')
})

test('keys are listed without their secrets, and signing keys are rotated', async (t) => {
  const { run } = await buildCli(t)
  await run(['init'])
  const { secret } = (
    await run(['key', 'create', '--name', 'teste', '--kind', 'auth-token', '--json'])
  ).json
  t.regex(secret, /^svc_tok_/)
  const plain = await run(['key', 'create', '--name', 'pipe'])
  t.regex(plain.stdout, /^svc_key_[A-Za-z0-9_-]{43}\n$/)
  const list = await run(['key', 'list', '--json'])
  t.deepEqual(list.json.keys.map(({ name }: { name: string }) => name).sort(), [
    'EHR',
    'pipe',
    'teste',
  ])
  t.false(list.stdout.includes(secret))
  t.regex((await run(['key', 'rotate-signing', '--json'])).json.key_id, /^[0-9a-f-]{36}$/)
})

test('a document model is exported, changed, installed as an own one, shown and removed', async (t) => {
  const { root, run } = await buildCli(t)
  await run(['init'])
  const list = (await run(['template', 'list', '--json'])).json.templates
  t.true(list.length >= 26)
  const file = JSON.parse((await run(['template', 'export', 'anamnesis'])).stdout)
  t.is(file.fields[0].name, 'Queixa Principal')

  const own = { ...file, slug: 'nossa-anamnese', name: 'Nossa anamnese', group: 'own' }
  await writeFile(join(root, 'own.json'), JSON.stringify(own))
  const installed = await run(['template', 'install', join(root, 'own.json'), '--json'])
  t.is(installed.code, 0, installed.stderr)
  t.is((await run(['template', 'show', 'nossa-anamnese', '--json'])).json.name, 'Nossa anamnese')
  t.is((await run(['template', 'remove', 'nossa-anamnese', '--yes'])).code, 0)
  t.is((await run(['template', 'show', 'nossa-anamnese'])).code, 66)
  const builtIn = await run(['template', 'remove', 'anamnesis', '--yes', '--json'])
  t.is(builtIn.code, 77)
  await writeFile(join(root, 'bad.json'), '{\n "name": }')
  const bad = await run(['template', 'install', join(root, 'bad.json'), '--json'])
  t.is(bad.code, 65)
  t.like(bad.failure, { error: 'template_invalid', details: [{ line: 2, path: 'name' }] })
})

test('a document model is tried on an invented consultation before it is installed: every value has its words', async (t) => {
  const { root, run } = await buildCli(t)
  await run(['init'])
  const soap = JSON.parse((await run(['template', 'export', 'soap'])).stdout)
  const extra = { name: 'Cor do Carro', type: 'string', description: 'Que ninguém diz.' }
  const file = join(root, 'nosso.json')
  await writeFile(
    file,
    JSON.stringify({ ...soap, slug: 'nosso', name: 'Nosso', fields: [...soap.fields, extra] }),
  )
  const preview = ['template', 'preview', file, '--generator', 'rules', '--case', 'soap-01']
  const { code, json, stderr } = await run([...preview, '--json'])
  t.is(code, 0, stderr)
  t.like(json, { template: { slug: 'nosso', fields: soap.fields.length + 1 } })
  t.like(json.generator, { kind: 'rules', model: null })

  const told = await readFile(
    new URL('../../config/evaluation/soap-01.json', import.meta.url),
    'utf8',
  )
  const filled = json.fields.filter(({ value }: PreviewField) => value !== null)
  t.is(filled.length, soap.fields.length)
  for (const { name, verdict, sources } of filled as PreviewField[]) {
    t.is(verdict, 'supported', name)
    t.true(sources.length > 0, name)
    for (const { quote } of sources)
      t.true(quote !== null && told.includes(quote), `${name}: ${quote}`)
  }
  t.regex(json.fields.at(-1).empty, /no rule knows this field/)

  const page = await run(preview)
  for (const { name } of soap.fields) t.true(page.stdout.includes(name), name)
  t.regex(page.stdout, /STAYS EMPTY\n- Cor do Carro: .*\n\n4 of 5 fields, by rules/)
  const listed = (await run(['template', 'list', '--json'])).json.templates
  t.false(
    listed.some(({ slug }: { slug: string }) => slug === 'nosso'),
    'nothing was installed',
  )

  const unknown = await run([...preview.slice(0, -1), 'ninguem-01', '--json'])
  t.is(unknown.code, 66)
  t.is(unknown.failure.error, 'case_unknown')
})
