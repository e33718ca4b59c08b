/** What an administrator names, finds again and asks for help with. */
import { writeFile } from 'node:fs/promises'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'

const settings = { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules' }

test('a name that would turn its line around, or end it, is refused', async (t) => {
  const { run } = await buildCli(t, settings)
  await run(['org', 'create', 'São Lucas'])
  for (const name of ['Hospital\u202e', 'a\u2028b', 'a\u001b[2J', 'a\nb'])
    for (const making of [
      ['org', 'create', name],
      ['user', 'add', name],
      ['key', 'create', '--name', name],
    ])
      t.like((await run([...making, '--json'])).failure, {
        details: { 0: { field: 'name', issue: 'invalid' } },
      })
})

test('two of a name are never made, however it is typed', async (t) => {
  const { run } = await buildCli(t, { ...settings, SVC_WEBHOOK_NETWORKS: '10.0.0.0/8' })
  const refused = async (...args: string[]) => (await run([...args, '--json'])).failure.error
  await run(['org', 'create', 'São Lucas'])
  await run(['org', 'create', 'Outra'])
  for (const name of ['São Lucas', 'são  lucas ', 'SÃO LUCAS', 'Sa\u0303o Lucas']) {
    t.is(await refused('org', 'create', name), 'organization_exists', name)
    t.is(await refused('org', 'rename', 'Outra', name), 'organization_exists', name)
  }
  t.is((await run(['org', 'rename', 'Outra', 'OUTRA'])).code, 0, 'its own name, written otherwise')
  t.is((await run(['org', 'show', 'sa\u0303o lucas'])).code, 0)

  const org = ['--org', 'Outra']
  t.is((await run(['user', 'add', 'Ana', ...org])).code, 0)
  t.is(await refused('user', 'add', 'ANA', ...org), 'user_exists')
  t.is((await run(['user', 'add', 'Ana', '--org', 'São Lucas'])).code, 0)
  t.is(await refused('user', 'deactivate', 'Ana', '--yes'), 'user_ambiguous')
  t.is((await run(['user', 'deactivate', 'Ana', ...org, '--yes'])).code, 0)

  for (const name of ['EHR', 'EHR 2', 'EHR 3'])
    t.is((await run(['key', 'create', ...org, '--json'])).json.name, name)
  const told = await run(['key', 'create', '--name', 'ehr 2', ...org, '--json'])
  t.is(told.json.name, 'ehr 2 2')
  t.regex(told.stderr, /called ehr 2 already: this one is ehr 2 2/)
  t.is((await run(['key', 'revoke', 'EHR 2', '--yes'])).code, 0)
  t.is((await run(['key', 'create', '--name', 'EHR 2', ...org])).code, 0, 'free again')
  const again = await run(['key', 'revoke', 'EHR 2', '--yes', '--json'])
  t.is(again.code, 0, 'the one that works is meant')

  const hook = (url: string, ...more: string[]) =>
    run(['webhook', 'add', url, ...org, ...more, '--json'])
  t.is((await hook('https://10.1.2.3/a')).code, 0)
  t.is((await hook('https://10.1.2.3:443/a')).failure.error, 'webhook_exists')
  t.is((await hook('https://10.1.2.3/b')).json.name, '10.1.2.3 2')
  t.is((await hook('https://10.1.2.3/c', '--name', '10.1.2.3')).failure.error, 'webhook_exists')
})

test('a document model with the name of another is not installed', async (t) => {
  const { root, run } = await buildCli(t, settings)
  await run(['org', 'create', 'Hospital'])
  const made = await run(['template', 'new', '--from', 'anamnesis', '--name', 'Visita em casa'])
  const file = `${root}/visita.json`
  const model = JSON.parse(made.stdout)
  const install = async (changes: object) => {
    await writeFile(file, JSON.stringify({ ...model, ...changes }))
    return run(['template', 'install', file, '--json'])
  }
  t.is((await install({})).code, 0)
  t.is((await install({ slug: 'outra' })).failure.error, 'template_name_taken')
  t.is((await install({ slug: 'anamnesis' })).failure.error, 'template_name_taken')
  t.is((await install({ slug: 'anamnesis', name: 'Outra' })).failure.error, 'slug_taken')
  t.regex((await run(['template', 'list'])).stdout, /visita-em-casa +Visita em casa/)
})

test('doctor says what to do, lists its checks, runs some of them, and can be strict', async (t) => {
  const { run } = await buildCli(t, { ...settings, SVC_DEMO: 'true' })
  await run(['init', '--yes'])
  const list = await run(['doctor', '--list', '--json'])
  t.is(list.code, 0, list.stderr)
  const ids: string[] = list.json.checks.map(({ id }: { id: string }) => id)
  t.true(ids.includes('database.integrity') && ids.length > 40)
  const some = await run(['doctor', '--run', 'database.integrity,keys', '--json'])
  const found: string[] = some.json.findings.map(({ id }: { id: string }) => id)
  t.deepEqual(
    found,
    ids.filter((id) => id === 'database.integrity' || id.startsWith('keys.')),
  )
  t.regex((await run(['doctor', '--run', 'database.integrity'])).stdout, /✓ database +opens/)
  const unknown = await run(['doctor', '--run', 'data,nosuch', '--json'])
  t.is(unknown.code, 66)
  t.is(unknown.failure.error, 'doctor_check_unknown')

  const whole = await run(['doctor'])
  t.false(whole.stdout.includes('✓'), 'what is fine fills no screen')
  t.regex(whole.stdout, /\d+ fine, .*\nwhat is fine: svcctl doctor --all\n/)
  const all = (await run(['doctor', '--all'])).stdout
  t.true(all.includes('✓'))
  t.true(all.search(/^[!✗]/m) < all.search(/^✓/m), 'what is to be done comes first')
  const { count } = (await run(['doctor', '--json'])).json
  t.true(count.warning > 0, 'the demonstration is to be looked at')
  if (count.error === 0) t.is((await run(['doctor', '--strict'])).code, 65)
})

test('help is found at any depth, and says what is no command', async (t) => {
  const { run } = await buildCli(t, settings)
  for (const words of ['rnds profile set', 'org origins add', 'key create', 'serve']) {
    const [first = '', ...rest] = words.split(' ')
    const wanted = (await run([first, ...rest, '--help'])).stdout
    t.true(wanted.startsWith(`Usage: svcctl ${words}`), words)
    t.is((await run(['help', first, ...rest])).stdout, wanted, words)
    if (rest.length > 0) t.is((await run([first, 'help', ...rest])).stdout, wanted, words)
  }
  t.is((await run(['help'])).code, 0)
  for (const words of [['nosuch'], ['rnds', 'nosuch'], ['rnds', 'profile', 'nosuch']])
    t.is((await run(['help', ...words])).code, 64, words.join(' '))
})
