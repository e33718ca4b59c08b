/** What `svcctl doctor` finds at a store of objects, asked over HTTP, with faults. */
import test from 'ava'
import { storeFacts } from '../../bin/doctor/store.ts'
import { storeReach, storeRights } from '../../core/doctor/checks/store.ts'
import { buildCli } from '../helpers/cli.ts'
import { doctorHost } from '../helpers/doctor-host.ts'
import { freePort } from '../helpers/free-port.ts'
import { type S3Server, startS3 } from '../helpers/s3-server.ts'

const settingsOf = ({ place }: S3Server) => ({
  dataDir: '/nowhere',
  storeUrl: `s3://${place.bucket}/${place.prefix}`,
  storeEndpoint: place.endpoint,
  storeRegion: place.region,
  storeKeyId: place.accessKeyId,
  storeKey: place.secretAccessKey,
})

test('a store that does everything is right, and nothing of the trial stays there', async (t) => {
  const server = await startS3(t)
  const config = settingsOf(server)
  t.like(await storeFacts(config, 'look'), { failedAt: null })
  t.true(
    server.asked.every((line) => line.startsWith('GET')),
    'a look changes nothing',
  )
  t.like(await storeFacts(config, 'try'), { failedAt: null })
  const lines = server.asked.map((line) => line.split(' ')[0])
  t.true(lines.includes('PUT') && lines.includes('DELETE'))
  t.is(lines.at(-1), 'HEAD')
  t.is(await storeFacts({ dataDir: '/nowhere', storeUrl: null }, 'look'), null)
})

for (const [method, failedAt] of [
  ['PUT', 'write'],
  ['DELETE', 'remove'],
] as const)
  test(`a store at which ${method} fails is found out by a trial alone`, async (t) => {
    const server = await startS3(t)
    server.decide = (line) => (line.startsWith(method) ? 'drop' : 'pass')
    const config = settingsOf(server)
    t.like(await storeFacts(config, 'look'), { failedAt: null })
    const facts = await storeFacts(config, 'try')
    t.like(facts, { failedAt })
    const finding = await storeRights.run(doctorHost({ store: async () => facts }))
    t.is(finding.severity, 'error')
    t.regex(finding.fix ?? '', failedAt === 'write' ? /s3:PutObject/ : /s3:DeleteObject/)
  })

test('a store that gives back nothing is told so, and what was tried is removed', async (t) => {
  const server = await startS3(t)
  server.decide = (line) => (/^GET .*\/doctor\//.test(line) ? 'drop' : 'pass')
  t.like(await storeFacts(settingsOf(server), 'try'), { failedAt: 'read' })
  t.true(server.asked.some((line) => line.startsWith('DELETE')))
})

const WRONG: [string, object, RegExp, RegExp][] = [
  ['a bucket that is not there', { storeUrl: 's3://nobodys' }, /no bucket/, /set storeUrl/],
  ['a name nobody knows', { storeEndpoint: 'http://store.invalid' }, /name/, /storeEndpoint/],
  ['no key', { storeKeyId: null }, /storeKeyId/, /set storeKeyId/],
]
for (const [what, change, said, fix] of WRONG)
  test(`${what} is named, with the command that mends it`, async (t) => {
    const facts = await storeFacts({ ...settingsOf(await startS3(t)), ...change }, 'look')
    const finding = await storeReach.run(doctorHost({ store: async () => facts }))
    t.is(finding.severity, 'error')
    t.regex(finding.what, said)
    t.regex(finding.fix ?? '', fix)
    t.truthy(finding.why)
  })

test('where nothing listens, the word is of the network', async (t) => {
  const storeEndpoint = `http://127.0.0.1:${await freePort()}`
  const config = { ...settingsOf(await startS3(t)), storeEndpoint }
  t.like(await storeFacts(config, 'look'), { failedAt: 'list', word: 'ECONNREFUSED' })
})

test('svcctl doctor examines the store and the node folder of the settings', async (t) => {
  const { place } = await startS3(t)
  const { run } = await buildCli(t, {
    SVC_SPEECH_ENGINE: 'off',
    SVC_PORT: '0',
    SVC_STORE_URL: `s3://${place.bucket}`,
    SVC_STORE_ENDPOINT: place.endpoint ?? '',
    SVC_STORE_KEY_ID: place.accessKeyId,
    SVC_STORE_KEY: place.secretAccessKey,
  })
  await run(['init'])
  const { json } = await run(['doctor', '--json'])
  const of = (id: string) => json.findings.find((one: { id: string }) => one.id === id)
  t.like(of('store.reach'), { severity: 'ok', what: 's3://hospital answers' })
  t.like(of('data.node'), { severity: 'ok', what: 'one server serves' })
  t.is(of('store.rights'), undefined, 'a trial is asked for')
})
