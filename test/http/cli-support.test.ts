/** `svcctl support bundle`: what leaves the box for help, and that nobody's words are in it. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { x as unpack } from 'tar'
import { platform } from '../../bin/platform.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { buildCli } from '../helpers/cli.ts'
import { findPlanted } from '../helpers/planted-words.ts'

const NAME = 'Joaquina Florêncio Bragança'
const CPF = '529.982.247-25'
const CNS = '898001160660761'
const SAID = 'Sinto uma pontada debaixo da costela quando respiro fundo'
const TOKEN = 'Zk3vQ8mT1xWc7LpR0sYb5NdF'
const PASSPHRASE = 'correta cavalo bateria grampo'
const HOST = 'prontuario.hospital-sao-lucas.example'
const PLANTED = [NAME, 'Joaquina', CPF, '52998224725', CNS, SAID, 'pontada', TOKEN, PASSPHRASE]

const at = '2026-11-20T10:00:00.000Z'
const LOG = [
  { level: 'info', time: at, host: '127.0.0.1', port: 8080, event: 'server.listening' },
  { level: 'info', time: at, route: `/api/v1/ehrs/${NAME}`, status: 200, event: 'http.request' },
  { level: 'warn', time: at, event: 'rnds.call', reason: NAME, note: SAID, code: CPF },
  { level: 'warn', time: at, event: 'rnds.call', cpf: 52_998_224_725, patient: 'joaquina' },
  {
    level: 'error',
    time: at,
    event: 'http.failed',
    err: { name: NAME, message: SAID, code: 'EIO' },
  },
  { level: 'error', time: at, event: SAID, err: { stack: [`    at ${NAME} (${SAID})`, SAID] } },
  { level: 'info', time: at, event: 'key.used', deep: { token: TOKEN, list: [CNS, [NAME]] } },
  { level: 'error', time: at, event: 'upkeep.failed', chore: 'retention', [NAME]: SAID },
  { level: 'info', time: at, host: '127.0.0.1', port: 8080, event: 'server.listening' },
]
const RAW = [
  `TypeError: cannot read ${SAID}`,
  `    at ${NAME} (/opt/svc/dist/${SAID}.js:1:2)`,
  '    at async Object.run (file:///opt/svc/dist/chunk-ABCD1234.js:10:5)',
  'svc.service: Main process exited, code=killed, status=9/KILL',
  `svc.service: Main process exited for ${NAME}`,
  `{"level":"error","note":"${SAID}"`,
  `svc.service: connect ECONNREFUSED 10.20.30.40:5432 ${HOST}`,
  `${NAME} ${CPF} ${TOKEN}`,
]

test('a name, a CPF, keys, tokens and a transcript are nowhere in it, wherever they were planted', async (t) => {
  const { call, secret, dataDir } = await startAuditedService(t)
  const cli = await buildCli(t, {
    SVC_DATA_DIR: dataDir,
    SVC_METRICS_TOKEN: TOKEN,
    SVC_PUBLIC_URL: `https://${HOST}`,
    SVC_BACKUP_FOLDER: '/mnt/nas-sao-lucas/copias',
    SVC_WEBHOOK_NETWORKS: '127.0.0.1',
    SVC_GENERATOR: 'remote',
    SVC_GENERATOR_REMOTE_URL: 'http://127.0.0.1:9/v1',
    SVC_GENERATOR_REMOTE_MODEL: 'a-model',
    SVC_GENERATOR_REMOTE_KEY: `${TOKEN}X`,
    SVC_RNDS_PROXY: `http://proxy:${TOKEN}@127.0.0.1:9`,
  })
  const passphraseFile = join(cli.root, `passphrase-${TOKEN}`)
  await writeFile(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 })
  const settings = { SVC_BACKUP_PASSPHRASE_FILE: passphraseFile }
  const run = (...args: string[]) => cli.run(args, settings)
  const org = (await run('org', 'list', '--json')).json.organizations[0]

  // In the database: names, keys, a webhook whose address is a credential, and a visit.
  for (const args of [
    ['org', 'rename', org.id, NAME],
    ['user', 'add', `Dra. ${NAME}`, '--org', org.id],
    ['key', 'create', '--name', `Chave de ${NAME}`, '--org', org.id],
    ['webhook', 'add', `https://127.0.0.1/${TOKEN}?cpf=${CPF}`, '--org', org.id, '--name', NAME],
  ]) {
    const { code, stderr } = await run(...args)
    t.is(code, 0, `${args.join(' ')}: ${stderr}`)
  }
  const key = (await run('key', 'create', '--org', org.id, '--json')).json
  const body = { expiration: 1800 }
  const headers = { 'x-svc-token': secret }
  const { access } = (await call('POST', '/integration/session-token/', { headers, body })).body
  const bearer = { authorization: `Bearer ${access}` }
  const visit = { consultation_id: `visita-${NAME}`, doctor_id: NAME, patient_id: CPF }
  const opened = await call('PUT', '/api/v1/ehrs/by-external-id', { headers: bearer, body: visit })
  const words = { version: 1, context_markdown: SAID }
  await call('PATCH', `/api/v1/ehrs/${opened.body.id}`, { headers: bearer, body: words })
  await mkdir(join(dataDir, 'models'), { recursive: true })
  await writeFile(join(dataDir, 'models', `${NAME}.gguf`), SAID)

  // In the log, also where the program would never write them.
  const log = join(cli.root, 'svc.log')
  const lines = [...LOG.map((entry) => JSON.stringify(entry)), ...RAW, access, key.secret]
  await writeFile(log, `${lines.join('\n')}\n`)

  const out = join(cli.root, 'out', 'support.tar.gz')
  const made = await run('support', 'bundle', '--log', log, '--out', out, '--yes', '--json')
  t.is(made.code, 0, made.stderr)
  t.is((await stat(out)).mode & 0o777, 0o600)
  const folder = join(cli.root, 'unpacked')
  await mkdir(folder)
  await unpack({ file: out, cwd: folder })
  const masterKey = await readFile(join(dataDir, 'keys', 'master.key'))
  const planted = [...PLANTED, masterKey, secret, access, key.secret].filter((one) => one)
  const isHere = await findPlanted(cli.root, [SAID, TOKEN, CPF])
  t.true(isHere.found.length > 0, 'what was planted would be found')
  t.deepEqual((await findPlanted(folder, planted)).found, [])
  const places = [HOST, 'sao-lucas', dataDir, platform().installRoot, '10.20.30.40']
  t.deepEqual((await findPlanted(folder, places)).found, [], 'hosts and folders')
  t.deepEqual((await findPlanted(join(cli.root, 'out'), planted)).found, [])

  // And what helps is there.
  const part = async (name: string) => readFile(join(folder, 'svc-support', name), 'utf8')
  const summary = JSON.parse(await part('log-summary.json'))
  t.deepEqual(summary.endedUnsaid, [at])
  t.true(summary.troubles.some((one: { code: string }) => one.code === 'EIO'))
  const told = await part('service.log')
  t.regex(told, /svc\.service: Main process exited, code=killed, status=9\/KILL/)
  t.regex(told, /at Object\.run \(chunk-ABCD1234\.js:10:5\)/)
  t.regex(told, /"chore":"retention"/)
  t.regex(await part('settings.json'), /"rndsProxy",\s+"value": "http:\/\/127\.0\.0\.1:9"/)
  t.true(JSON.parse(await part('doctor.json')).findings.length > 20)
  const database = JSON.parse(await part('database.json'))
  t.is(database.rows.consultations, 1)
  t.deepEqual(database.migrations.pending, [])
  t.regex((await run('audit', 'tail')).stdout, /support\.bundled/)
  t.deepEqual(
    made.json.parts.map(({ name }: { name: string }) => name).sort(),
    ['database', 'disk', 'doctor', 'log-summary', 'machine', 'models', 'server', 'settings', 'unit']
      .map((name) => `${name}.json`)
      .concat('service.log')
      .sort(),
  )
})

test('it asks first, leaves a file that is there alone, and works where nothing else does', async (t) => {
  const cli = await buildCli(t, {}, { prepared: false })
  const asked = await cli.run(['support', 'bundle', '--out', 'support.tar.gz'])
  t.is(asked.code, 64)
  t.regex(asked.stderr, /settings\.json[\s\S]*service\.log[\s\S]*confirmation_needed/)
  t.false(existsSync(join(cli.root, 'support.tar.gz')))

  const out = join(cli.root, 'there.tar.gz')
  await writeFile(out, 'mine')
  const there = await cli.run(['support', 'bundle', '--out', out, '--yes', '--json'])
  t.is(there.failure.error, 'file_exists')
  t.is(await readFile(out, 'utf8'), 'mine')

  const missing = await cli.run(['support', 'bundle', '--log', 'nowhere.log', '--yes', '--json'])
  t.is(missing.failure.error, 'file_not_readable')

  // No data folder at all: the bundle says so, part by part.
  const bare = await cli.run(['support', 'bundle', '--out', join(cli.root, 'bare.gz'), '--yes'])
  t.is(bare.code, 0, bare.stderr)
})
