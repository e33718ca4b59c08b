// Own process: starts the program for every command.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'

test('piped output has no colours and no questions, whatever the command', async (t) => {
  const { runApart } = await buildCli(t)
  const runs = await Promise.all(
    [['init'], ['--help'], ['config', 'show'], ['model', 'list'], ['nonsense']].map((args) =>
      runApart(args),
    ),
  )
  for (const { stdout, stderr } of runs) t.false(`${stdout}${stderr}`.includes('\u001b'))
})

const leaves = test.macro({
  title: (_, what: string, code: number) => `${what} leaves with ${code}`,
  async exec(
    t,
    _what: string,
    code: number,
    args: string[],
    env: Record<string, string>,
    says: RegExp,
  ) {
    const { run } = await buildCli(t)
    const plain = await run(args, env)
    t.is(plain.code, code, plain.stderr)
    t.is(plain.stdout, '')
    t.regex(plain.stderr, says)
    if (args.length === 0) return
    const asJson = await run([...args, '--json'], env)
    t.is(asJson.code, code)
    t.is(asJson.stdout, '')
    t.truthy(asJson.failure.error)
  },
})
test(leaves, 'no command for a program', 64, ['--json'], {}, /A command is missing/)
test(leaves, 'a noun without a verb', 64, ['org'], {}, /Usage: svcctl org/)
test(leaves, 'an unknown command', 64, ['doctr'], {}, /Did you mean doctor\? See: svcctl --help/)
test(
  leaves,
  'a word too many behind a flag',
  64,
  ['--data-dir', 'd', 'rnds', 'profile', 'set', 'x'],
  {},
  /See: svcctl rnds profile set --help/,
)
test(
  leaves,
  'help behind a flag, of an unknown command',
  64,
  ['--data-dir', 'd', 'help', 'rnds', 'profil'],
  {},
  /There is no command "profil"\. See: svcctl help rnds/,
)
test(
  leaves,
  'help of what is neither a command nor a topic',
  64,
  ['help', 'exit-code'],
  {},
  /There is no command or topic "exit-code"\. See: svcctl help/,
)
test(leaves, 'an unknown verb', 64, ['org', 'lst'], {}, /mean list\? See: svcctl org --help/)
test(
  leaves,
  'a missing argument',
  64,
  ['org', 'create'],
  {},
  /Missing required argument.*svcctl org create --help/,
)
test(leaves, 'an unknown flag', 64, ['org', 'list', '--nonsense'], {}, /Unknown option/)
test(
  leaves,
  'a bad setting',
  78,
  ['org', 'list'],
  { SVC_PORT: 'abc' },
  /SVC_PORT in the environment is "abc"; allowed: a whole number/,
)
test(
  leaves,
  'a misspelt variable',
  78,
  ['org', 'list'],
  { SVC_POTR: '1' },
  /did you mean SVC_PORT\?/,
)
test(
  leaves,
  'an unknown organization',
  66,
  ['org', 'show', 'nobody'],
  {},
  /No organization is "nobody"/,
)
test(leaves, 'an unknown model', 66, ['model', 'pull', 'gpt'], {}, /No model is called "gpt"/)
test(
  leaves,
  'a licence nobody accepted',
  77,
  ['model', 'pull', 'medgemma-4b'],
  {},
  /Health AI.*--accept-licence/s,
)

test('a process of its own leaves with the same codes', async (t) => {
  const { runApart } = await buildCli(t)
  const runs = await Promise.all([
    runApart(['org', 'lst']),
    runApart(['org', 'show', 'nobody']),
    runApart(['org', 'list'], { SVC_PORT: 'abc' }),
  ])
  t.deepEqual(
    runs.map(({ code }) => code),
    [64, 66, 78],
  )
})

test('a result that finds no room leaves with 74, and a closed reader is no failure', async (t) => {
  if (!existsSync('/dev/full')) return t.pass()
  const { dataDir } = await buildCli(t)
  const program = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))
  const shell = (line: string) =>
    spawnSync('sh', ['-c', line, process.execPath, program], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, SVC_DATA_DIR: dataDir },
    })
  const full = shell('"$0" "$1" org list --json > /dev/full')
  t.is(full.status, 74, full.stderr)
  t.is(JSON.parse(full.stderr).error, 'output_failed')
  t.is(shell('"$0" "$1" org list >&-').status, 0)
})

test('a master key that others can read is refused with the reason', async (t) => {
  const { dataDir, run } = await buildCli(t)
  await run(['init'])
  await chmod(join(dataDir, 'keys', 'master.key'), 0o644)
  const refused = await run(['org', 'list', '--json'])
  t.is(refused.code, 77)
  t.is(refused.failure.error, 'key_permissions')
})

test('a file in the place of a data folder keeps the service from starting, and stays', async (t) => {
  const { dataDir, run } = await buildCli(t)
  await run(['init'])
  const path = join(dataDir, 'audio')
  await rm(path, { recursive: true, force: true })
  await writeFile(path, 'somebody left this')
  const refused = await run(['serve', '--json'])
  t.is(refused.code, 69)
  t.is(refused.failure.error, 'data_folder_damaged')
  t.true(refused.failure.message.includes(path))
  t.is(await readFile(path, 'utf8'), 'somebody left this')
})

test('settings are shown with where they come from, secrets hidden', async (t) => {
  const { run } = await buildCli(t, { SVC_METRICS_TOKEN: 'a-secret-of-many-letters' })
  const shown = await run(['config', 'show', '--port', '9999', '--json'])
  t.false(shown.stdout.includes('a-secret'))
  const setting = (key: string) =>
    shown.json.settings.find((one: { key: string }) => one.key === key)
  t.like(setting('port'), { value: 9999, source: 'flag' })
  t.like(setting('metricsToken'), { value: '(hidden)', source: 'env', secret: true })
  t.like(setting('host'), { value: '127.0.0.1', source: 'default' })
  t.is((await run(['config', 'show', 'prot'])).code, 66)
})

test('a setting is written where only its owner can read it, and taken out again', async (t) => {
  const { dataDir, run } = await buildCli(t, { SVC_PORT: '' })
  const file = join(dataDir, 'svc.config.json')
  const written = await run(['config', 'set', 'port', '9000', '--json'])
  t.is(written.json.file, file)
  t.like(written.json.settings[0], { key: 'port', value: 9000, source: 'file' })
  t.is((await stat(file)).mode & 0o777, 0o600)
  t.is((await run(['config', 'path'])).stdout, `${file}\n`)
  await run(['config', 'set', 'port', '--default'])
  t.regex((await run(['config', 'set', 'port', '9000'])).stderr, /systemctl restart svc/)
  t.regex((await run(['config', 'set', 'port', '--default'])).stderr, /systemctl restart svc/)
  t.regex((await run(['config', 'set', 'textModel', 'x.gguf'])).stderr, /holds at once/)
  await run(['config', 'set', 'textModel', '--default'])
  t.deepEqual(JSON.parse(await readFile(file, 'utf8')), {})

  // Each needs the other: they are written together, or not at all.
  const pair = ['tlsCertificateFile', '/tls/c.pem', 'tlsKeyFile', '/tls/k.pem']
  t.is((await run(['config', 'set', ...pair.slice(0, 2)])).code, 78)
  t.is((await run(['config', 'set', ...pair.slice(0, 3)])).code, 64)
  t.is((await run(['config', 'set', ...pair])).code, 0)
  t.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
    tlsCertificateFile: '/tls/c.pem',
    tlsKeyFile: '/tls/k.pem',
  })
  t.is((await run(['config', 'set', 'tlsCertificateFile', 'tlsKeyFile', '--default'])).code, 0)
  t.deepEqual(JSON.parse(await readFile(file, 'utf8')), {})
})

test('a refused setting leaves the file as it was', async (t) => {
  const { dataDir, run } = await buildCli(t)
  await run(['config', 'set', 'port', '9000'])
  t.is((await run(['config', 'set', 'port', '99999'])).code, 78)
  t.is((await run(['config', 'set', 'generator', 'remote'])).code, 78)
  t.is((await run(['config', 'set', 'port'])).code, 64)
  t.deepEqual(JSON.parse(await readFile(join(dataDir, 'svc.config.json'), 'utf8')), { port: 9000 })
})

test('help and version answer without touching the data folder', async (t) => {
  const { dataDir, run } = await buildCli(t, {}, { prepared: false })
  t.is((await run(['--help'])).code, 0)
  t.regex((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/)
  t.regex((await run(['model', 'pull', '--help'])).stdout, /--accept-licence/)
  await t.throwsAsync(stat(dataDir), { code: 'ENOENT' })
})

test('svcctl without arguments shows the state of the box and the next step, and creates nothing', async (t) => {
  const { dataDir, run } = await buildCli(t, {}, { prepared: false })
  const first = await run([])
  t.is(first.code, 0)
  t.regex(first.stdout, /Nothing is prepared yet.*\n\n {2}svcctl init /)
  await t.throwsAsync(stat(dataDir), { code: 'ENOENT' })
  await run(['init'])
  t.regex((await run([])).stdout, /Prepared; the service does not run.*\n\n {2}svcctl doctor /)
})

test('looking changes nothing: neither status nor doctor makes a data folder', async (t) => {
  const { dataDir, run } = await buildCli(t, { SVC_SPEECH_ENGINE: 'off' }, { prepared: false })
  t.is((await run(['status'])).code, 66)
  t.is((await run(['doctor'])).code, 69)
  await t.throwsAsync(stat(dataDir), { code: 'ENOENT' })
})
